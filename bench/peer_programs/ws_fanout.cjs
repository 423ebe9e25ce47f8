// The same update through Node's `ws`: ws_fanout.cjs PORT FILE MODULES
const { readFileSync } = require("node:fs");
const [port, file, modules] = process.argv.slice(2);
const { WebSocketServer } = require(`${modules}/ws`);

const update = readFileSync(file);
const options = { host: "127.0.0.1", port: Number(port), backlog: 4096, perMessageDeflate: false };
const server = new WebSocketServer(options, () => console.log("ready"));
server.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.on("message", (asked) => {
    for (let left = JSON.parse(asked).n; left > 0; left--)
      for (const client of server.clients) client.send(update, { binary: false });
  });
});
