import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A certificate of localhost, signed by itself, valid until 2126. Nobody trusts it. */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgz49E2N8xaoLoevjB
8aoZWfvSOaFWvZZTK19RPOy5LImhRANCAAQFieXwbtnTi4oRRy7jsrkCsv5oGitG
rtBg9rXRVHAwdMP4M8kGaatT7D5oqdEjrEYOtmQHbSPxivfACTqPXaPS
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUC5hrrA/DMSaGN7aME9OQxqLZTDowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NDc1NVoYDzIxMjYxMDI4
MDk0NzU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQFieXwbtnTi4oRRy7jsrkCsv5oGitGrtBg9rXRVHAwdMP4M8kGaatT
7D5oqdEjrEYOtmQHbSPxivfACTqPXaPSo1MwUTAdBgNVHQ4EFgQU6s25E15V+ELl
/VWtdTkaKuscnTkwHwYDVR0jBBgwFoAU6s25E15V+ELl/VWtdTkaKuscnTkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAbulSNYdO9+ZnKwIwg4fAE
2GX71mwkUXCCwDH312uXkwIgSNRXB34HKKQtkWH8rxtGUEMXiwV/yK0FnojWFEdP
WVE=
-----END CERTIFICATE-----`,
};

/** A Postgres that answers by a certificate which nobody trusts, at an address that asks for one. */
export async function startUntrustedPostgres(): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The request for TLS is the first thing that comes; S says yes.
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...SELF_SIGNED }).on('error', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://nobody@127.0.0.1:${port}/none?sslmode=verify-full`, close: () => server.close() };
}
