import { connect, type Socket } from 'node:net';

/** A connection to a server, for bytes that no HTTP client would send. */
export class RawConnection {
  private received = '';
  readonly ended: Promise<string>;
  private readonly socket: Socket;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.received += text;
    });
    this.socket.on('error', () => {});
    this.ended = new Promise((resolve) => this.socket.on('close', () => resolve(this.received)));
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** The received text, once it matches. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      await new Promise((resolve, reject) => {
        this.socket.once('data', resolve);
        this.socket.once('close', () => reject(new Error(`closed after: ${this.received}`)));
      });
    }
    return this.received;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Sends `text` and gives the whole answer, the connection closed by the server. */
export async function sendRaw(
  url: string,
  text: string,
): Promise<{ status: number; head: string; body: string }> {
  const connection = new RawConnection(url);
  connection.send(text);
  const [head = '', body = ''] = (await connection.ended).split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body };
}
