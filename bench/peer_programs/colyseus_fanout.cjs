// The same update as a room's broadcast in Colyseus: colyseus_fanout.cjs PORT FILE MODULES
const { readFileSync } = require("node:fs");
const [port, file, modules] = process.argv.slice(2);
const { Server, Room } = require(`${modules}/@colyseus/core`);
const { WebSocketTransport } = require(`${modules}/@colyseus/ws-transport`);

const update = readFileSync(file, "utf8");

class Table extends Room {
  onCreate() {
    this.autoDispose = false;
    this.maxClients = Infinity;
    this.seatReservationTime = 300;
    this.patchRate = null;
    this.onMessage("g", (_client, updates) => {
      for (let left = updates; left > 0; left--) this.broadcast("update", update);
    });
  }
}

const server = new Server({ transport: new WebSocketTransport({ pingInterval: 0 }), greet: false });
server.define("table", Table);
server.listen(Number(port), "127.0.0.1", 4096).then(() => console.log("ready"));
