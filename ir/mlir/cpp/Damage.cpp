//===- Damage.cpp - bytecode that MLIR's reader dies of ---------------------===//
//
// The reader believes much of what stands between the texts of bytecode: it dies of some of it, of some later, since it
// has written where nothing of its was. A process of its own reads it first, and says what is wrong.
//
//===------------------------------------------------------------------------===//

#include "Damage.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

/// The seconds that the reader may take for a megabyte, and at least: it takes a hundredth of one.
static constexpr rlim_t PATIENCE = 2;
/// The bytes that it may take at least, and for each of the file's.
static constexpr rlim_t ROOM = rlim_t(4) << 30, ROOM_PER_BYTE = 100;

/// How a process that reads bytecode ends.
enum End { Read = 0, Refused = 1, SaidNothing = 2 };

/// Reads the module, in a process that ends with this.
static End read(std::unique_ptr<llvm::MemoryBuffer> bytes, const DialectRegistry &registry,
                const MlirOptMainConfig &config) {
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGXCPU})
    std::signal(signal, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlim_t size = bytes->getBufferSize(), seconds = PATIENCE * (1 + size / 1000000);
  rlimit time = {seconds, seconds + 1}, room = {ROOM + ROOM_PER_BYTE * size, ROOM + ROOM_PER_BYTE * size};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_DATA, &room);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(bytes), SMLoc());
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  SourceMgrDiagnosticHandler aloud(sources, &context);
  bool isSaid = false;
  ScopedDiagnosticHandler noted(&context, [&](Diagnostic &diagnostic) {
    isSaid |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
  OwningOpRef<Operation *> module =
      parseSourceFile(sources, ParserConfig(&context, config.shouldVerifyOnParsing()));
  return module ? Read : isSaid ? Refused : SaidNothing;
}

bool layout::canRead(std::unique_ptr<llvm::MemoryBuffer> bytes, llvm::StringRef name, const DialectRegistry &registry,
                     const MlirOptMainConfig &config) {
  if (!isBytecode(*bytes))
    return true;
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0)
    // (The process ends without what the other one has arranged for its own end.)
    _exit(read(std::move(bytes), registry, config));
  int status = 0;
  pid_t ended;
  do
    ended = child < 0 ? -1 : waitpid(child, &status, 0);
  while (ended < 0 && child >= 0 && errno == EINTR);
  // (If there is no process to be had, who reads the file finds out.)
  if (ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == Read))
    return true;
  if (WIFSIGNALED(status))
    llvm::errs() << name << ":1:1: error: the bytecode is damaged: MLIR's reader of bytecode dies of it ("
                 << (WTERMSIG(status) == SIGXCPU ? "no end" : strsignal(WTERMSIG(status)))
                 << "); write it anew with --emit-bytecode\n";
  else if (WEXITSTATUS(status) != Refused)
    llvm::errs() << name << ":1:1: error: the bytecode is damaged; write it anew with --emit-bytecode\n";
  return false;
}

/// A file that nobody else sees.
static std::FILE *temporary() {
#ifdef __linux__
  if (int file = memfd_create("stdin", 0); file >= 0)
    return fdopen(file, "w+");
#endif
  return std::tmpfile();
}

bool layout::rewind(llvm::StringRef bytes) {
  std::FILE *file = temporary();
  if (!file)
    return false;
  bool isWritten = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
  bool isThere = isWritten && lseek(fileno(file), 0, SEEK_SET) == 0 && dup2(fileno(file), STDIN_FILENO) >= 0;
  std::fclose(file);
  return isThere;
}
