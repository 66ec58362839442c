// Addresses as people write them, what is safe to listen at, and secrets in files.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import {
  type Credentials,
  connectToNode,
  isLocal,
  openWsTransport,
  readAddress,
  readListen,
  readSecret,
  readTls,
  showAddress,
  type TlsFiles,
} from '../../../src/dht/net/index.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-address-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('an address', () => {
  it.each([
    'ws://127.0.0.1:7000',
    'ws://[::1]:7000',
    'wss://node-1.example.org:443',
    'unix:/tmp/hocl/n1.sock',
  ])('%s is read and shown the same', (text) => {
    const address = readAddress(text);
    expect(address.ok && showAddress(address.value)).toBe(text);
  });

  it.each([
    '',
    '7000',
    'http://127.0.0.1:7000',
    'ws://127.0.0.1',
    'ws://127.0.0.1:0',
    'ws://127.0.0.1:70000',
    'ws://127.0.0.1:7000/path',
    'ws://127.0.0.1:7000?secret=x',
    'unix:relative.sock',
    `unix:/${'x'.repeat(200)}`,
  ])('%s is none', (text) => {
    expect(readAddress(text)).toMatchObject({ ok: false });
  });

  it('with a password is not repeated', () => {
    const address = readAddress('ws://user:topsecret@127.0.0.1:7000');
    expect(address.ok ? '' : address.error).toMatch(/^an address of a cluster is /);
    expect(address.ok ? '' : address.error).not.toContain('topsecret');
  });

  it.each([
    ['127.0.0.1:1', true],
    ['127.1.2.3:1', true],
    ['localhost:1', true],
    ['[::1]:1', true],
    ['unix:/tmp/a', true],
    ['0.0.0.0:1', false],
    ['10.0.0.1:1', false],
    ['[::]:1', false],
    ['127.0.0.1.example.org:1', false],
  ])('%s is local: %s', (text, local) => {
    const address = readListen(text, false);
    expect(address.ok && isLocal(address.value)).toBe(local);
  });
});

describe('a place to listen', () => {
  const why = async (listen: string, credentials: Credentials) => {
    const address = readListen(listen, false);
    if (!address.ok) return address.error;
    const events = { message() {} };
    const options = { self: nodeId('n1'), listen: address.value, credentials, events };
    const opened = await openWsTransport(options);
    if (opened.ok) await opened.value.close();
    return opened.ok ? 'it listens' : opened.error;
  };

  it('that others can reach needs a secret or certificates', async () => {
    expect(await why('0.0.0.0:0', {})).toBe(
      'ws://0.0.0.0:0 can be reached by others: give --secret-file, or certificates with --tls-ca',
    );
    expect(await why('0.0.0.0:0', { tls: {} })).toContain('can be reached by others');
    expect(await why('0.0.0.0:0', { secret: new Uint8Array(32) })).toBe(
      'ws://0.0.0.0:0 does not say where others reach this node: give --advertise HOST:PORT',
    );
    expect(await why('127.0.0.1:0', {})).toBe('it listens');
  });

  it('has to be in a directory that is there', async () => {
    expect(await why(`unix:${folder}/none/a`, {})).toBe(
      `unix:${folder}/none/a: the directory ${folder}/none does not exist`,
    );
  });

  it('may be taken, or none of this machine', async () => {
    const events = { message() {} };
    const listen = { type: 'tcp', host: '127.0.0.1', port: 0, tls: false } as const;
    const first = await openWsTransport({ self: nodeId('n1'), listen, events });
    if (!first.ok) throw new Error(first.error);
    const { address } = first.value;
    expect(await why(address.replace('ws://', ''), {})).toBe(
      `${address}: somebody else listens there already`,
    );
    await first.value.close();
    const secret = new Uint8Array(32);
    expect(await why('192.0.2.1:7000', { secret })).toBe(
      'ws://192.0.2.1:7000: that is no address of this machine',
    );
  });
});

it('a node without certificates is told from one that is not trusted', async () => {
  const events = { message() {} };
  const listen = { type: 'tcp', host: '127.0.0.1', port: 0, tls: false } as const;
  const node = await openWsTransport({ self: nodeId('n1'), listen, events });
  if (!node.ok) throw new Error(node.error);
  const address = node.value.address.replace('ws:', 'wss:');
  const client = { message() {}, closed() {} };
  const link = await connectToNode({ address, name: 'c1', credentials: {} }, client);
  expect(link.ok ? 'let in' : link.error.reason).toBe(
    `${address}: it does not speak TLS: a node without certificates is reached by ws://`,
  );
  await node.value.close();
});

describe('a secret', () => {
  const file = (name: string, text: string, mode: number) => {
    const place = path.join(folder, name);
    writeFileSync(place, text);
    chmodSync(place, mode);
    return place;
  };
  const read = (place: string) => {
    const secret = readSecret(place);
    return secret.ok ? new TextDecoder().decode(secret.value) : secret.error.replace(folder, 'DIR');
  };

  it('comes from a file that only its owner can read', () => {
    expect(read(file('right', 'sixteen letters.\n', 0o600))).toBe('sixteen letters.');
    expect(read(file('open', 'sixteen letters.', 0o644))).toBe(
      'DIR/open can be read by other users: chmod 600 it, and think of a new secret',
    );
    expect(read(file('short', 'abc', 0o600))).toBe(
      'the secret in DIR/short is shorter than 16 characters',
    );
    expect(read(path.join(folder, 'none'))).toBe('DIR/none does not exist');
    expect(read(folder)).toBe('DIR is a directory, not a file');
  });

  it('and certificates come in pairs', () => {
    expect(readTls({})).toEqual({ ok: true, value: undefined });
    expect(readTls({ cert: 'a' })).toEqual({
      ok: false,
      error: '--tls-cert and --tls-key belong together',
    });
    const none = path.join(folder, 'none');
    expect(readTls({ ca: none })).toEqual({ ok: false, error: `${none} does not exist` });
    expect(readTls({ ca: folder })).toEqual({
      ok: false,
      error: `${folder} is a directory, not a file`,
    });
  });

  it('and what holds no certificate or no key is named', () => {
    const place = (name: string) =>
      fileURLToPath(new URL(`../../contract/certificates/${name}`, import.meta.url));
    const words = file('words', 'let it be', 0o600);
    const [cert, key, other] = [place('node.pem'), place('node.key'), place('stranger.key')];
    const why = (files: TlsFiles) => {
      const tls = readTls(files);
      return tls.ok ? 'right' : tls.error.replaceAll(/\S*\/(?=\w)/g, '');
    };
    expect(why({ cert, key, ca: place('ca.pem') })).toBe('right');
    expect(why({ cert: words, key: words })).toBe('--tls-cert: words holds no certificate in PEM');
    expect(why({ cert, key: words })).toBe(
      '--tls-key: words holds no key in PEM without a passphrase',
    );
    expect(why({ cert, key: other })).toBe(
      '--tls-key: stranger.key is not the key of the certificate in node.pem',
    );
    expect(why({ ca: words })).toBe('--tls-ca: words holds no certificate in PEM');
  });
});
