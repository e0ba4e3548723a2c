import { describe, expect, it } from 'vitest';
import {
  isRegisteredRedirectUri,
  redirectUriComplaint,
  withParameters,
} from '../../src/domain/oauth/redirect-uris.ts';

describe('a redirect URI', () => {
  it.each([
    'https://partner.example',
    'https://partner.example:8443/callback?from=loyalty',
    'http://127.0.0.1/done',
    'http://127.0.0.1:8080/done',
    'http://[::1]/done',
    'http://localhost:3000/done',
  ])('may be %s', (uri) => {
    expect(redirectUriComplaint(uri)).toBeUndefined();
    expect(isRegisteredRedirectUri(uri, ['https://other.example', uri])).toBe(true);
  });

  it.each([
    ['http://partner.example/', 'must begin with https://'],
    ['http://127.0.0.1.partner.example/', 'must begin with https://'],
    ['http://10.0.0.1/', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['com.example.app:/done', 'must begin with https://'],
    ['https://partner.example/#done', 'must have no fragment'],
    ['https://partner.example/#', 'must have no fragment'],
    ['https://user:word@partner.example/', 'must hold no user'],
    ['https://*.partner.example/', '* stands for nothing else'],
    ['/callback', 'is not a URL'],
    ['https://partner.example/a b', 'is not a URL'],
    ['https://partner.example/\r\n', 'is not a URL'],
    [`https://partner.example/${'x'.repeat(2_048)}`, 'is longer than 2048'],
    ["https://partner.example';x", 'must have a plain host name'],
    ['https://a;b/', 'must have a plain host name'],
  ])('may not be %j', (uri, complaint) => {
    expect(redirectUriComplaint(uri)).toContain(complaint);
  });

  it.each([
    ['http://127.0.0.1/done', 'http://127.0.0.1:5100/done'],
    ['http://127.0.0.1:8080/done?x=1', 'http://127.0.0.1/done?x=1'],
    ['http://[::1]:1', 'http://[::1]:65535'],
  ])('on a loopback address, %s, may have any port: %s', (registered, uri) => {
    expect(isRegisteredRedirectUri(uri, [registered])).toBe(true);
  });

  it.each([
    ['http://127.0.0.1/done', 'http://127.0.0.1:5100/other'],
    ['http://127.0.0.1/done', 'http://127.0.0.1:5100/done?x'],
    ['http://127.0.0.1/done', 'http://[::1]:5100/done'],
    ['http://127.0.0.1/done', 'http://127.0.0.1:99999/done'],
    ['http://127.0.0.1/done', 'http://127.0.0.1:80@thief.example/done'],
    ['http://127.0.0.1/done', 'https://127.0.0.1:5100/done'],
    ['http://127.0.0.1', 'http://127.0.0.1:5100/'],
    ['http://localhost/done', 'http://localhost:5100/done'],
    ['https://partner.example/done', 'https://partner.example:8443/done'],
    ['https://partner.example/done', 'https://partner.example/done/'],
    ['https://partner.example/done', 'https://partner.example/%64one'],
    ['https://partner.example', 'https://partner.example.thief.example'],
  ])('%s does not stand for %s', (registered, uri) => {
    expect(isRegisteredRedirectUri(uri, [registered])).toBe(false);
  });

  it('keeps what it has when parameters are added', () => {
    expect(withParameters('https://a.example/?x=%20', { code: 'a&b', state: undefined })).toBe(
      'https://a.example/?x=%20&code=a%26b',
    );
    expect(withParameters('https://a.example', { error: 'x y' })).toBe('https://a.example?error=x+y');
  });
});
