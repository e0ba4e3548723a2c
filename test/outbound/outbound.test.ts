import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Outbound, type OutboundOptions, type OutboundRequest } from '../../src/outbound/outbound.ts';
import { SELF_SIGNED } from '../support/tls.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

async function receiver(listener: http.RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(http.createServer(listener))}/hook`;
}

function connector(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = new Outbound({ allow_private: true, ...options });
  closing.push(() => outbound.close());
  return outbound;
}

function request(url: string, rest: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'POST',
    body: '{}',
    connect_timeout_ms: 5_000,
    timeout_ms: 10_000,
    max_answer_bytes: 1_000,
    too_long: 'cut',
    ...rest,
  };
}

describe('a port', () => {
  it('is one of those that are allowed, unless private addresses are', () => {
    const complaint = (url: string, options: Partial<OutboundOptions> = {}) =>
      connector({ allow_private: false, ...options }).addressComplaint(url);
    for (const url of ['https://shop.example/', 'https://shop.example:443/', 'https://shop.example:8443/'])
      expect(complaint(url), url).toBeUndefined();
    for (const port of [22, 25, 80, 5432, 6379, 9200, 65_535])
      expect(complaint(`https://shop.example:${port}/`)).toBe('must have one of the ports 443, 8443');
    expect(complaint('https://shop.example:9443/', { ports: [9443] })).toBeUndefined();
    expect(complaint('https://shop.example/', { ports: [9443] })).toBe('must have one of the ports 9443');
    expect(complaint('https://shop.example:9443/', { allow_private: true })).toBeUndefined();
  });

  it('is looked at again with every request: a webhook of before is told no more', async () => {
    await expect(
      connector({ allow_private: false }).send(request('https://shop.example:22/')),
    ).rejects.toMatchObject({ code: 'port_refused' });
  });
});

describe('a request to another server', () => {
  it('sends what it is given and returns what is answered', async () => {
    const seen: unknown[] = [];
    const url = await receiver(async (incoming, answer) => {
      seen.push(
        incoming.method,
        incoming.url,
        incoming.headers['x-kind'],
        incoming.headers['content-length'],
      );
      seen.push(Buffer.concat(await incoming.toArray()).toString());
      answer.writeHead(201, { 'x-answer': 'yes' }).end('thanks');
    });
    const answer = await connector().send(request(url, { body: '{"é":1}', headers: { 'x-kind': 'test' } }));
    expect(seen).toEqual(['POST', '/hook', 'test', '8', '{"é":1}']);
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' } });
    expect(answer.body.toString()).toBe('thanks');
  });

  it('keeps its connection for the next', async () => {
    let connections = 0;
    const server = http.createServer((_incoming, answer) => answer.end());
    server.on('connection', () => connections++);
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const outbound = connector();
    for (let i = 0; i < 3; i++) await outbound.send(request(url));
    expect(connections).toBe(1);
  });

  it('takes a new connection where the one it kept was closed meanwhile', async () => {
    let answered = 0;
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        // Every connection answers once and breaks when it is used again.
        if (socket.bytesWritten > 0) return socket.resetAndDestroy();
        answered += 1;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const outbound = connector();
    for (let i = 0; i < 3; i++) expect((await outbound.send(request(url))).status).toBe(200);
    expect(answered).toBe(3);
  });

  it('is not sent again where its connection is new, or an answer had begun', async () => {
    let requests = 0;
    let hangUp = (socket: net.Socket) => void socket.resetAndDestroy();
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        requests += 1;
        if (requests === 2) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else hangUp(socket);
      });
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const outbound = connector();
    await expect(outbound.send(request(url))).rejects.toMatchObject({ code: 'connection_lost' });
    expect(requests).toBe(1);
    await outbound.send(request(url));
    hangUp = (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy());
    await expect(outbound.send(request(url))).rejects.toMatchObject({ code: 'connection_lost' });
    expect(requests).toBe(3);
  });

  it('takes a new connection also where all that it kept were closed', async () => {
    let requests = 0;
    const waiting: net.Socket[] = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        if (socket.bytesWritten > 0) return socket.resetAndDestroy();
        requests += 1;
        waiting.push(socket);
        // The first four wait for each other, so that each has a connection of its own.
        if (requests < 4) return;
        for (const one of waiting.splice(0)) one.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const outbound = connector();
    // Each of the four kept connections breaks when it is used again.
    await Promise.all(Array.from({ length: 4 }, () => outbound.send(request(url))));
    expect((await outbound.send(request(url))).status).toBe(200);
  });

  it('finds its connection closed while it was idle, and opens another', async () => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const outbound = connector();
    for (let i = 0; i < 3; i++) expect((await outbound.send(request(url))).status).toBe(200);
    expect(connections).toBe(3);
  });

  it('is answered after answers that only come before', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () =>
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
      );
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    expect((await connector().send(request(url))).status).toBe(204);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const url = await receiver((_incoming, answer) => {
      requests += 1;
      answer.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await connector().send(request(url))).status).toBe(302);
    expect(requests).toBe(1);
  });
});

describe('an answer that is too long', () => {
  const endless = () =>
    receiver((_incoming, answer) => {
      const write = () => {
        while (!answer.destroyed && answer.write('x'.repeat(10_000)));
        answer.once('drain', write);
      };
      write();
    });

  it('is cut off', async () => {
    const { body } = await connector().send(request(await endless()));
    expect(body.length).toBe(1_000);
  });

  it('is refused where it must be whole', async () => {
    const sent = connector().send(request(await endless(), { too_long: 'refuse' }));
    await expect(sent).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('a receiver that does not answer', () => {
  it('does not hold a request for longer than it was told', async () => {
    const url = await receiver(() => {});
    await expect(connector().send(request(url, { timeout_ms: 50 }))).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  it('does not do so by answering for ever either', async () => {
    const url = await receiver((_incoming, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('x');
    });
    await expect(connector().send(request(url, { timeout_ms: 50 }))).rejects.toMatchObject({
      code: 'timeout',
    });
  });

  it('does not do so while a connection is being secured', async () => {
    const port = await listening(net.createServer((socket) => void socket.on('error', () => {})));
    const sent = connector().send(request(`https://127.0.0.1:${port}/`, { connect_timeout_ms: 50 }));
    await expect(sent).rejects.toMatchObject({ code: 'connect_timeout' });
  });

  it('is told apart from one that hangs up', async () => {
    const url = await receiver((incoming) => void incoming.socket.destroy());
    await expect(connector().send(request(url))).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('is told apart from one that hangs up in the middle', async () => {
    const url = await receiver((incoming, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('x', () => incoming.socket.destroy());
    });
    await expect(connector().send(request(url))).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('is told apart from one where nobody listens', async () => {
    const port = await listening(net.createServer());
    await closing.pop()!();
    await expect(connector().send(request(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      code: 'connection_refused',
    });
  });

  it('is told apart from one that has no name', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    };
    await expect(connector({ resolve }).send(request('http://gone.example/'))).rejects.toMatchObject({
      code: 'unresolvable',
    });
  });

  it('is told apart from one that nobody trusts', async () => {
    const port = await listening(https.createServer(SELF_SIGNED, (_incoming, answer) => answer.end()));
    await expect(connector().send(request(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({
      code: 'tls',
    });
  });

  it('is told apart from one that speaks something else', async () => {
    const port = await listening(net.createServer((socket) => void socket.end('220 smtp ready\r\n')));
    await expect(connector().send(request(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      code: 'malformed_answer',
    });
  });
});

describe('a private address', () => {
  const strict = () => connector({ allow_private: false });
  const refused = async (url: string, code: string) =>
    expect(strict().send(request(url))).rejects.toMatchObject({ code });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://192.168.0.1:8443/hook',
  ])('is refused as %s', (url) => refused(url, 'private_address'));

  it('is refused behind a name, when connecting to it', async () => {
    let reached = 0;
    const port = await listening(net.createServer(() => reached++));
    const outbound = connector({ allow_private: false, ports: [port] });
    await expect(outbound.send(request(`https://localhost:${port}/`))).rejects.toMatchObject({
      code: 'private_address',
    });
    expect(reached).toBe(0);
  });

  it('goes with plain http, user names and fragments', async () => {
    await refused('http://shop.example/', 'not_https');
    await refused('https://user:password@shop.example/', 'failed');
    await refused('ftp://shop.example/', 'failed');
    await refused('shop.example', 'failed');
  });

  it('is said to be one as far as its address alone tells', () => {
    expect(strict().addressComplaint('https://hooks.example/a?b=c')).toBeUndefined();
    expect(strict().addressComplaint('http://hooks.example/')).toBe('must be an https URL');
    expect(strict().addressComplaint('https://10.0.0.1/')).toBe('must be an address of the public internet');
    expect(strict().addressComplaint('https://u@hooks.example/')).toBe('must hold no user name or password');
    for (const odd of [
      ' https://hooks.example/',
      'https://hooks.example/\n',
      'https://hooks.example/\u001b[2J',
    ]) {
      expect(strict().addressComplaint(odd)).toBe('must be an https URL of at most 2000 characters');
    }
    expect(strict().addressComplaint('https://hooks.example/#a')).toBe('must hold no fragment');
    expect(strict().addressComplaint(`https://hooks.example/${'a'.repeat(2_000)}`)).toBe(
      'must be an https URL of at most 2000 characters',
    );
    expect(connector().addressComplaint('http://127.0.0.1:3000/')).toBeUndefined();
  });
});
