//===- Bytecode.cpp - attributes and types in bytecode ----------------------===//
//
// Attributes and types are written as their canonical texts, so that text and bytecode cannot
// differ. The version says which texts there may be.
//
//===------------------------------------------------------------------------===//

#include "Dialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;

namespace {

struct Version : DialectVersion {
  /// One more whenever what was written before means something else, or is refused.
  static constexpr uint64_t current = 1;

  explicit Version(uint64_t number) : number(number) {}
  uint64_t number;
};

struct Bytecode : BytecodeDialectInterface {
  explicit Bytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  LogicalResult writeAttribute(Attribute attr, DialectBytecodeWriter &writer) const final {
    return write(attr, writer);
  }
  LogicalResult writeType(Type type, DialectBytecodeWriter &writer) const final {
    return write(type, writer);
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const final {
    return read(reader, [](StringRef text, MLIRContext *context) {
      return parseAttribute(text, context);
    });
  }
  Type readType(DialectBytecodeReader &reader) const final {
    return read(reader,
                [](StringRef text, MLIRContext *context) { return parseType(text, context); });
  }

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(Version::current);
  }

  std::unique_ptr<DialectVersion> readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > Version::current) {
      reader.emitError() << "version " << number
                         << " of the layout dialect is newer than this one, which reads up to "
                         << Version::current;
      return nullptr;
    }
    return std::make_unique<Version>(number);
  }

private:
  /// The text as an attribute, which lives as long as the writer.
  template <typename Entity>
  LogicalResult write(Entity entity, DialectBytecodeWriter &writer) const {
    std::string text;
    llvm::raw_string_ostream(text) << entity;
    writer.writeAttribute(StringAttr::get(getContext(), text));
    return success();
  }

  template <typename Parse>
  auto read(DialectBytecodeReader &reader, Parse parse) const
      -> decltype(parse(StringRef(), nullptr)) {
    StringAttr text;
    if (failed(reader.readAttribute(text)))
      return {};
    auto entity = parse(text.getValue(), getContext());
    if (entity && &entity.getDialect() == getDialect())
      return entity;
    reader.emitError() << "expected an attribute or a type of the layout dialect, found '"
                       << text.getValue() << "'";
    return {};
  }
};

} // namespace

void layout::addBytecode(Dialect *dialect) {
  dialect->addInterface(std::make_unique<Bytecode>(dialect));
}
