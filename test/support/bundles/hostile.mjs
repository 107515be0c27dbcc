import { base, manifestFile, node, refused, server } from './samples.mjs'
import { DEVICE, FIFO, file, link, REGULAR, zip } from './zip.mjs'

export function hostileArchives() {
  const with_ = (...extra) => zip([manifestFile(base('hostile')), server(), ...extra])
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const one = Buffer.alloc(1024 * 1024)
  return {
    'slip-parent': refused('name-outside', '../', with_(file('../escaped.txt', 'x')), { escapes: ['../escaped.txt'] }),
    'slip-inner': refused(
      'name-outside',
      'a way out behind a folder',
      with_(file('server/../../escaped-inner.txt', 'x')),
      { escapes: ['../escaped-inner.txt'] },
    ),
    'slip-inside': refused(
      'name-outside',
      '".." that stays inside is refused as well',
      with_(file('server/../inside.txt', 'x')),
    ),
    'slip-absolute': refused('name-outside', 'an absolute path', with_(file('/escaped-absolute.txt', 'x')), {
      escapes: ['/escaped-absolute.txt'],
    }),
    'slip-backslash': refused('name-outside', 'backslashes', with_(file('..\\escaped-backslash.txt', 'x')), {
      escapes: ['../escaped-backslash.txt', '..\\escaped-backslash.txt'],
    }),
    'slip-drive': refused('name-outside', 'a drive letter', with_(file('C:/escaped-drive.txt', 'x')), {
      escapes: ['C:/escaped-drive.txt'],
    }),
    'slip-unc': refused('name-outside', 'a network path', with_(file('//server/share/x.txt', 'x'))),
    'slip-dot': refused('name-outside', 'a part that is only a dot', with_(file('./server/./x.txt', 'x'))),
    'slip-empty': refused(
      'name-outside',
      'an empty part and an empty name',
      with_(file('server//x.txt', 'x'), file('', 'y')),
    ),
    'name-null': refused('name-reserved', 'a NUL in a name', with_(file('server/x.txt\0.png', 'x'))),
    'name-control': refused(
      'name-reserved',
      'a line break and a terminal code in a name',
      with_(file('server/a\n\u001b[31mb.txt', 'x')),
    ),
    'name-windows': refused(
      'name-reserved',
      'names Windows cannot hold',
      with_(
        file('server/con.js', 'x'),
        file('server/aux', 'x'),
        file('server/trailing. ', 'x'),
        file('server/a:stream', 'x'),
      ),
    ),
    'name-bidi': refused('name-reserved', 'letters that turn the direction', with_(file('server/\u202Etxt.exe', 'x'))),
    'name-long': refused('name-too-long', 'one part of 400 letters', with_(file(`server/${'a'.repeat(400)}`, 'x'))),
    'name-deep': refused('name-too-long', '200 folders deep', with_(file(`${'d/'.repeat(200)}x`, 'x'))),
    'name-bytes': refused(
      'name-reserved',
      'bytes that are no UTF-8',
      with_({ ...file('x', 'x'), name: Buffer.from([0x73, 0x2f, 0xff, 0xfe]) }),
    ),
    'name-mismatch': refused(
      'name-mismatch',
      'the two headers disagree about the name',
      with_(file('server/ok.txt', 'x', { localName: '../../bad.txt' })),
      { escapes: ['../../bad.txt'] },
    ),
    duplicate: refused('name-duplicate', 'two files of one name', with_(file('server/index.mjs', 'process.exit(7)'))),
    'duplicate-manifest': refused(
      'name-duplicate',
      'two manifests: one shown, another used',
      zip([
        manifestFile(base('hostile')),
        server(),
        manifestFile(base('hostile', { server: node({ command: 'sh' }) })),
      ]),
    ),
    'duplicate-case': refused('name-duplicate', 'names that differ in case', with_(file('SERVER/INDEX.mjs', 'x'))),
    'duplicate-form': refused(
      'name-duplicate',
      'names that differ in Unicode form',
      with_(file('data/\u00e9.txt', 'a'), file('data/e\u0301.txt', 'b')),
    ),
    'duplicate-letter': refused(
      'name-duplicate',
      'names that differ in signs which some systems take for one letter',
      with_(file('data/\u017funki\ufb01le.txt', 'a'), file('data/Sun\u212aIFILE.txt', 'b')),
    ),
    'file-and-folder': refused('name-duplicate', 'a file that is also a folder', with_(file('server', 'x'))),
    symlink: refused('link-inside', 'a link to a file outside', with_(link('server/link', '/etc/hostname')), {
      escapes: ['server/link'],
    }),
    'symlink-write': refused(
      'link-inside',
      'a linked folder, then a file through it',
      with_(link('out', '..'), file('out/escaped-link.txt', 'x')),
      { escapes: ['../escaped-link.txt'] },
    ),
    'symlink-harmless': refused(
      'link-inside',
      'a link within the bundle is refused too',
      with_(link('server/again.mjs', 'index.mjs')),
    ),
    device: refused('special-file', 'a device', with_({ ...file('server/dev', ''), mode: DEVICE | 0o666 })),
    fifo: refused('special-file', 'a named pipe', with_({ ...file('server/pipe', ''), mode: FIFO | 0o666 })),
    bomb: refused('too-large', '64 MiB of zeros in 64 KiB', with_(file('data/zeros', zeros, { deflate: true }))),
    'bomb-lying': refused(
      'size-mismatch',
      'says 1 KiB, holds 64 MiB',
      with_(file('data/zeros', zeros, { deflate: true, declaredSize: 1024 })),
    ),
    'bomb-declared': refused(
      'too-large',
      'says nearly 4 GiB',
      with_(file('data/zeros', 'x', { declaredSize: 0xfffffff0 })),
    ),
    'bomb-overlap': refused(
      'overlapping',
      '400 names over the same megabyte',
      with_(
        file('data/0', one, { deflate: true }),
        ...Array.from({ length: 400 }, (_, n) => ({ ...file(`data/${n + 1}`, ''), same: 'data/0', deflate: true })),
      ),
    ),
    'bomb-many': refused(
      'too-many-files',
      '25,000 empty files',
      with_(...Array.from({ length: 25_000 }, (_, n) => file(`d/${n}`, ''))),
    ),
    'bomb-manifest': refused(
      'manifest-too-large',
      'a manifest of 8 MiB',
      zip([
        manifestFile(JSON.stringify(base('hostile', { long_description: 'x'.repeat(8 * 1024 * 1024) })), {
          deflate: true,
        }),
        server(),
      ]),
    ),
    'size-small': refused(
      'size-mismatch',
      'says more than it holds',
      with_(file('data/short', 'abc', { deflate: true, declaredSize: 4096 })),
    ),
    crc: refused('zip-damaged', 'a wrong sum', with_(file('data/x', 'abc', { crc: 1 }))),
    encrypted: refused('zip-encrypted', 'an entry marked as encrypted', with_(file('data/x', 'abc', { flags: 1 }))),
    method: refused('zip-method', 'packed in a way hardly anyone uses', with_(file('data/x', 'abc', { method: 12 }))),
    count: refused(
      'zip-damaged',
      'the end says more entries than there are',
      zip([manifestFile(base('hostile')), server()], { count: 9 }),
    ),
    truncated: refused(
      'zip-damaged',
      'the last third is missing',
      ((all) => all.subarray(0, Math.floor((all.length * 2) / 3)))(with_()),
    ),
    prefix: refused(
      'zip-damaged',
      'a program before the archive',
      zip([manifestFile(base('hostile')), server()], { prefix: Buffer.from('MZ\x90\0a program') }),
    ),
    empty: refused('not-a-zip', 'no byte at all', Buffer.alloc(0)),
    text: refused('not-a-zip', 'a text', Buffer.from('<!doctype html><title>404</title>')),
    'tar-gz': refused(
      'not-a-zip',
      'another kind of archive',
      Buffer.from('1f8b08000000000000030300000000000000000000', 'hex'),
    ),
    'no-entries': refused('no-manifest', 'an archive without entries', zip([])),
  }
}
