//! Arrays: numbers and bytes, filling, files and comparison.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;

use layout_run::data::array::{Array, index_of};
use layout_run::data::compare::{Tolerance, compare};
use layout_run::data::element::{Element, Number};
use layout_run::data::fill::Init;
use layout_run::data::npy;

const ALL: [Element; 14] = [
    Element::F16,
    Element::BF16,
    Element::F32,
    Element::F64,
    Element::F8E4M3FN,
    Element::F8E5M2,
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I64,
    Element::U8,
    Element::U16,
    Element::U32,
    Element::U64,
];

fn fill(init: &Init, element: Element, shape: &[usize]) -> Array {
    init.fill(element, shape, 7, Path::new("")).unwrap()
}

fn array(element: Element, numbers: &[f64]) -> Array {
    let mut bytes = vec![0; numbers.len() * element.size()];
    for (number, out) in numbers.iter().zip(bytes.chunks_exact_mut(element.size())) {
        assert!(element.encode(Number::Float(*number), out), "{element} {number}");
    }
    Array { element, shape: vec![numbers.len()], bytes }
}

/// The bytes of known numbers, by the formats' definitions.
#[test]
fn bytes_of_numbers() {
    let check = |element: Element, number: f64, bytes: &[u8]| {
        assert_eq!(array(element, &[number]).bytes, bytes, "{element} {number}");
        assert_eq!(element.decode(bytes).to_f64(), number, "{element} {number}");
    };
    check(Element::F16, -1.5, &[0x00, 0xbe]);
    check(Element::F16, 65504.0, &[0xff, 0x7b]);
    check(Element::BF16, -1.5, &[0xc0, 0xbf]);
    check(Element::F32, -1.5, &[0, 0, 0xc0, 0xbf]);
    check(Element::F64, -1.5, &[0, 0, 0, 0, 0, 0, 0xf8, 0xbf]);
    // 1.5·2⁰ with bias 7 and three bits of mantissa; 448 is the largest.
    check(Element::F8E4M3FN, 1.5, &[0x3c]);
    check(Element::F8E4M3FN, 448.0, &[0x7e]);
    check(Element::F8E5M2, 1.5, &[0x3e]);
    check(Element::F8E5M2, 57344.0, &[0x7b]);
    check(Element::I8, -2.0, &[0xfe]);
    check(Element::U16, 258.0, &[2, 1]);
    check(Element::I64, -2.0, &[0xfe, 255, 255, 255, 255, 255, 255, 255]);
    for (element, number) in
        [(Element::I8, 128.0), (Element::U8, -1.0), (Element::I32, 0.5), (Element::I64, f64::NAN)]
    {
        assert!(!element.encode(Number::Float(number), &mut [0; 8]), "{element} {number}");
    }
}

/// Every value of the small formats comes back; rounding is to nearest, ties to even.
#[test]
fn rounding() {
    for element in [Element::F16, Element::BF16, Element::F8E4M3FN, Element::F8E5M2] {
        for bits in 0..1u32 << (8 * element.size()) {
            let bytes = &bits.to_le_bytes()[..element.size()];
            let number = element.decode(bytes);
            let mut back = vec![0; element.size()];
            element.encode(number, &mut back);
            // 8 bits have no number beyond the largest, PTX's conversions never make an infinity.
            let finite = number.to_f64().is_finite() || (element.size() == 2 && !number.to_f64().is_nan());
            assert!(!finite || back == bytes, "{element} {bits:#x} {number}");
        }
        // Beyond the integers without a gap every second is left.
        let gap = element.exact_integers().unwrap() as f64;
        let rounded = |x: f64| array(element, &[x]).numbers().next().unwrap().to_f64();
        assert_eq!(rounded(gap - 1.0), gap - 1.0, "{element}");
        assert_eq!(rounded(gap + 1.0), gap, "{element}");
        assert_eq!(rounded(gap + 3.0), gap + 4.0, "{element}");
    }
    assert_eq!(array(Element::F8E4M3FN, &[1e9]), array(Element::F8E4M3FN, &[448.0]));
    assert_eq!(array(Element::F8E5M2, &[f64::NEG_INFINITY]), array(Element::F8E5M2, &[-57344.0]));
    assert_eq!(array(Element::F16, &[1e9]), array(Element::F16, &[f64::INFINITY]));
}

#[test]
fn poison() {
    for element in ALL {
        let made = fill(&Init::Poison, element, &[3, 5]);
        assert_eq!(made.poisoned(), 15);
        assert!(!element.is_float() || made.numbers().all(|n| n.to_f64().is_nan()), "{element}");
        assert_eq!(fill(&Init::Zeros, element, &[3, 5]).poisoned(), 0);
    }
}

#[test]
fn filling() {
    let numbers = |array: &Array| array.numbers().map(Number::to_f64).collect::<Vec<_>>();
    assert_eq!(
        numbers(&fill(&Init::Iota, Element::F8E5M2, &[3, 4])),
        [0., 1., 2., 3., 4., 5., 6., 7., 0., 1., 2., 3.]
    );
    assert_eq!(numbers(&fill(&Init::Iota, Element::I8, &[130]))[126..], [126., 127., 0., 1.]);
    assert_eq!(numbers(&fill(&Init::Iota, Element::U8, &[257]))[254..], [254., 255., 0.]);
    assert_eq!(numbers(&fill(&Init::Constant(-3.0), Element::BF16, &[2])), [-3.0, -3.0]);
    // A single element has no extents.
    assert_eq!(fill(&Init::Iota, Element::F32, &[]).len(), 1);

    for element in ALL {
        let range = Init::Uniform { low: 1.0, high: 4.0, seed: None };
        let made = fill(&range, element, &[1000]);
        assert!(made.numbers().all(|n| (1.0..=4.0).contains(&n.to_f64())), "{element}");
        let high = made.numbers().filter(|n| n.to_f64() > 2.5).count();
        assert!((400..600).contains(&high), "{element}: {high}");
        assert_eq!(made, fill(&range, element, &[1000]));
        assert_ne!(made, range.fill(element, &[1000], 8, Path::new("")).unwrap());
    }
    let normal = Init::Normal { mean: 2.0, deviation: 3.0, seed: Some(1) };
    let made = numbers(&fill(&normal, Element::F64, &[20000]));
    let mean = made.iter().sum::<f64>() / 2e4;
    let deviation = (made.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2e4).sqrt();
    assert!((mean - 2.0).abs() < 0.1 && (deviation - 3.0).abs() < 0.1, "{mean} {deviation}");
}

/// What is written is read again, and a shape of another file is refused.
#[test]
fn npy_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    for element in ALL {
        let made = fill(&Init::Iota, element, &[2, 3]);
        npy::write(&path, &made).unwrap();
        let init = Init::Npy("a.npy".into());
        assert_eq!(init.fill(element, &[2, 3], 0, folder.path()).unwrap(), made, "{element}");
        let error = init.fill(element, &[3, 2], 0, folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("a.npy: its shape is (2, 3), not (3, 2)"), "{error}");
    }
    npy::write(&path, &array(Element::F32, &[1.0, 2.5])).unwrap();
    let error = Init::Npy("a.npy".into()).fill(Element::I8, &[2], 0, folder.path()).unwrap_err().to_string();
    assert!(error.ends_with("a.npy: the element at (1) is 2.5, which i8 does not hold"), "{error}");
}

/// Files as NumPy writes them, byte by byte.
#[test]
fn npy_headers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    let read = |header: &str, data: &[u8]| {
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(header.len() + 1).unwrap().to_le_bytes());
        file.extend(header.as_bytes());
        file.push(b'\n');
        file.extend(data);
        fs::write(&path, file).unwrap();
        npy::read(&path, Element::BF16).map_err(|error| error.reason.to_string())
    };
    let header = |descr: &str, fortran: &str| {
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': (1, 2), }}")
    };
    let want = |element, numbers: &[f64]| Ok(Array { shape: vec![1, 2], ..array(element, numbers) });
    assert_eq!(read(&header("<i2", "False"), &[1, 0, 2, 0]), want(Element::I16, &[1.0, 2.0]));
    assert_eq!(read(&header(">i2", "False"), &[0, 1, 0, 2]), want(Element::I16, &[1.0, 2.0]));
    assert_eq!(read(&header("|b1", "True"), &[1, 0]), want(Element::U8, &[1.0, 0.0]));
    // As ml_dtypes writes bf16.
    assert_eq!(read(&header("<V2", "False"), &[0xc0, 0xbf, 0x80, 0x3f]), want(Element::BF16, &[-1.5, 1.0]));
    let error = |header: &str, data: &[u8]| read(header, data).unwrap_err();
    assert_eq!(error(&header("<i2", "False"), &[1, 0, 2]), "its shape takes 4 bytes, 3 are there");
    assert_eq!(
        error(&header("<c8", "False"), &[0; 16]),
        "its elements are `'<c8'`; numbers of 8 to 64 bits are read"
    );
    let fortran = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }";
    assert_eq!(error(fortran, &[0; 4]), "it is in Fortran's order; numpy.ascontiguousarray makes it C's");
    let huge = "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }";
    assert!(
        error(huge, &[]).contains("are there") || error(huge, &[]).contains("overflow"),
        "{}",
        error(huge, &[])
    );
    fs::write(&path, "no array").unwrap();
    assert!(npy::read(&path, Element::F32).is_err());
    fs::write(&path, "").unwrap();
    assert!(npy::read(&path, Element::F32).is_err());
}

/// Whatever byte of a file is another one: it is read or refused.
#[test]
fn npy_files_with_a_wrong_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    npy::write(&path, &fill(&Init::Iota, Element::I32, &[2, 3])).unwrap();
    let good = fs::read(&path).unwrap();
    let header = good.len() - 24;
    for place in 0..header {
        for byte in [0, b'9', b'(', b'\'', b'V', 0x80, 0xff] {
            let mut file = good.clone();
            file[place] = byte;
            fs::write(&path, file).unwrap();
            if let Ok(array) = npy::read(&path, Element::F32) {
                assert_eq!(array.bytes.len(), 24, "byte {place} is {byte}");
            }
        }
    }
}

#[test]
fn comparing() {
    let exact = Tolerance::default();
    let got = array(Element::F32, &[1.0, 2.0, 3.0, 5.0]);
    assert_eq!(compare(&got, &array(Element::F64, &[1.0, 2.0, 3.0, 5.0]), exact).wrong, 0);
    let off = compare(&got, &array(Element::F64, &[1.0, 2.5, 3.0, 4.0]), exact);
    assert_eq!((off.elements, off.wrong, off.largest_error), (4, 2, 1.0));
    let worst = off.worst.unwrap();
    assert_eq!((worst.index, worst.got, worst.expected), (vec![3], Number::Float(5.0), Number::Float(4.0)));

    // Half of 1 is allowed by each, of the two together all; the worst exceeds what is allowed most.
    let with = |absolute, relative| {
        compare(
            &array(Element::F64, &[2.0, 11.0]),
            &array(Element::F64, &[1.0, 10.0]),
            Tolerance { absolute, relative },
        )
    };
    assert_eq!(
        (with(0.5, 0.0).wrong, with(0.0, 0.5).wrong, with(0.5, 0.5).wrong, with(0.99, 0.0).wrong),
        (2, 1, 0, 2)
    );
    assert_eq!(with(0.0, 0.5).worst.unwrap().index, [0]);
    assert_eq!(with(1.0, 0.0).largest_error, 1.0);
}

/// NaN and infinities are right only where they are expected, whatever the tolerance.
#[test]
fn comparing_what_is_not_finite() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let wide = Tolerance { absolute: 1e30, relative: 1.0 };
    let wrong = |got: f64, expected: f64| {
        let result = compare(&array(Element::F32, &[got]), &array(Element::F64, &[expected]), wide);
        assert_eq!(result.wrong, result.worst.iter().count());
        result.wrong == 1
    };
    assert!(!wrong(nan, nan) && !wrong(inf, inf) && !wrong(-inf, -inf));
    assert!(wrong(nan, 1.0) && wrong(1.0, nan) && wrong(inf, 1.0) && wrong(1.0, inf) && wrong(inf, -inf));
    assert!(wrong(nan, inf) && wrong(inf, nan));
}

/// 64-bit integers are compared as integers: their neighbours are one `f64`.
#[test]
fn comparing_integers() {
    let one =
        |number: i64| Array { element: Element::I64, shape: vec![], bytes: number.to_le_bytes().to_vec() };
    let off = compare(&one(i64::MAX), &one(i64::MAX - 1), Tolerance::default());
    assert_eq!((off.wrong, off.largest_error), (1, 1.0));
    assert_eq!(off.worst.unwrap().index, Vec::<usize>::new());
}

#[test]
fn indices() {
    assert_eq!(index_of(0, &[2, 3, 4]), [0, 0, 0]);
    assert_eq!(index_of(23, &[2, 3, 4]), [1, 2, 3]);
    assert_eq!(index_of(7, &[2, 3, 4]), [0, 1, 3]);
}
