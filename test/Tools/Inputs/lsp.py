"""An editor for tests: `lsp.py SERVER FILE REQUEST…`.

A request is `hover@TEXT` or `definition@TEXT`, at the first `TEXT` of the file, in which `|` may
say where the cursor is; `complete@` asks what may stand at each place of the document; `replace@FILE` gives the document the text of another file. Prints the
diagnostics of the document, what hovering says, and what stands at a definition.
"""

import json
import subprocess
import sys

URI = "test:///file.mlir"


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, method, **parameters):
        body = {"jsonrpc": "2.0", "method": method, "params": parameters}
        if not method.startswith("textDocument/did") and method not in ("initialized", "exit"):
            self.number += 1
            body["id"] = self.number
        text = json.dumps(body).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while line := self.process.stdout.readline().strip():
            name, value = line.decode().split(":")
            assert name == "Content-Length", line
            length = int(value)
        return json.loads(self.process.stdout.read(length).decode())

    def ask(self, method, **parameters):
        self.send(method, **parameters)
        answer = self.receive()
        assert answer["id"] == self.number, answer
        return answer["result"]

    def diagnostics(self):
        answer = self.receive()
        assert answer["method"] == "textDocument/publishDiagnostics", answer
        for one in answer["params"]["diagnostics"]:
            start = one["range"]["start"]
            print(f"diagnostic {start['line'] + 1}:{start['character'] + 1}: {one['message']}")


def position(text, offset):
    """Lines and UTF-16 units."""
    before = text[:offset].split("\n")
    return {"line": len(before) - 1, "character": len(before[-1].encode("utf-16-le")) // 2}


def cut(text, found):
    """What stands in a range of one line."""
    line = text.split("\n")[found["start"]["line"]].encode("utf-16-le")
    return line[2 * found["start"]["character"] : 2 * found["end"]["character"]].decode("utf-16-le")


def main():
    program, file, *requests = sys.argv[1:]
    text = open(file).read()
    server = Server(program)
    capabilities = server.ask("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
    assert capabilities["hoverProvider"] and capabilities["definitionProvider"], capabilities
    assert capabilities["textDocumentSync"]["change"] == 1, "whole texts"
    server.send("initialized")
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": text}
    server.send("textDocument/didOpen", textDocument=document)
    server.diagnostics()
    for request in requests:
        method, where = request.split("@", 1)
        print(f"== {request}")
        if method == "replace":
            text = open(where).read()
            changed = {"uri": URI, "version": 2}
            server.send("textDocument/didChange", textDocument=changed, contentChanges=[{"text": text}])
            server.diagnostics()
            continue
        if method == "complete":
            # What is offered is MLIR's server's; that there is an answer is ours too.
            for offset in range(len(text)):
                at = position(text, offset)
                server.ask("textDocument/completion", textDocument={"uri": URI}, position=at)
            continue
        before, _, after = where.partition("|")
        at = position(text, text.index(before + after) + (len(before) if "|" in where else 0))
        result = server.ask("textDocument/" + method, textDocument={"uri": URI}, position=at)
        if method == "definition":
            for one in result:
                print(f"line {one['range']['start']['line'] + 1}: {cut(text, one['range'])}")
        elif result is None:
            print("nothing")
        else:
            assert result["contents"]["kind"] == "markdown", result
            print(f"at: {cut(text, result['range'])}\n{result['contents']['value']}")
    server.send("textDocument/didClose", textDocument={"uri": URI})
    server.diagnostics()
    assert server.ask("shutdown") is None
    server.send("exit")
    assert server.process.wait(60) == 0
    print("== end")


main()
