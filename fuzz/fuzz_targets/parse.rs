//! What parses prints a text that parses to the same layout.
#![no_main]

use layout_algebra::{AnyLayout, cute};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(layout) = text.parse::<AnyLayout>() {
        let (layout, _) = layout.canonical();
        assert_eq!(layout.to_string().parse::<AnyLayout>().map(|l| l.canonical().0), Ok(layout));
    }
    if let Ok(layout) = cute::parse::<AnyLayout>(text, 0) {
        let printed = cute::print(&layout);
        let again = cute::parse::<AnyLayout>(&printed, 0).expect("what prints parses");
        assert_eq!(cute::print(&again), printed);
    }
});
