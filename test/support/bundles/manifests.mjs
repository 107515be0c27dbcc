import {
  B,
  base,
  blocked,
  everywhere,
  good,
  manifestFile,
  node,
  refused,
  server,
  serverSource,
  unlike,
} from './samples.mjs'
import { file, zip } from './zip.mjs'

export function badManifests() {
  const m = (value, extra = []) => zip([manifestFile(value), server(), ...extra])
  const bad = (about, more, path) => refused('manifest-not-valid', about, m(base('bad', more)), { path })
  const without = (key) => {
    const { [key]: _gone, ...rest } = base('bad')
    return rest
  }
  return {
    'manifest-none': refused('no-manifest', 'no manifest', zip([server()])),
    'manifest-below': refused(
      'manifest-not-at-root',
      'everything in one folder',
      zip([file('bundle/manifest.json', JSON.stringify(base('bad'))), file('bundle/server/index.mjs', serverSource)]),
    ),
    'manifest-mac': refused(
      'manifest-not-at-root',
      'only the shadow files of macOS at the root',
      zip([file('__MACOSX/._manifest.json', 'x'), file('x/manifest.json', '{}')]),
    ),
    'manifest-broken': refused('manifest-invalid-json', 'no JSON', m('{ "name": "bad", }')),
    'manifest-array': refused('manifest-not-valid', 'a list', m('[]')),
    'manifest-deep': refused(
      'manifest-invalid-json',
      'nested 20,000 deep',
      m(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    ),
    'manifest-future': refused(
      'manifest-version-unknown',
      'a version of the future',
      m(base('bad', { manifest_version: '9.0' })),
    ),
    'manifest-no-version': refused(
      'manifest-version-unknown',
      'no version of the manifest',
      m(without('manifest_version')),
    ),
    'manifest-no-name': bad('no name', { name: undefined }, 'name'),
    'manifest-no-author': bad('no author', { author: undefined }, 'author'),
    'manifest-author-text': bad('the author is a text', { author: 'Ada' }, 'author'),
    'manifest-no-server': bad('no server', { server: undefined }, 'server'),
    'manifest-type': bad('an unknown kind of server', { server: { ...node(), type: 'wasm' } }, 'server.type'),
    'manifest-no-command': bad(
      'no command',
      { server: { type: 'node', entry_point: 'server/index.mjs', mcp_config: { args: [] } } },
      'server.mcp_config.command',
    ),
    'manifest-args-text': bad(
      'arguments as one text',
      { server: node({ args: 'server/index.mjs' }) },
      'server.mcp_config.args',
    ),
    'manifest-name-path': bad('a name that is a path', { name: '../../evil' }, 'name'),
    'manifest-name-long': bad('a name of 300 letters', { name: 'n'.repeat(300) }, 'name'),
    'manifest-semver': bad('a version that is none', { version: 'newest' }, 'version'),
    'manifest-version-path': bad('a version that is a path', { version: '../1' }, 'version'),
    'config-type': bad(
      'a setting of an unknown kind',
      { user_config: { a: { type: 'colour', title: 'A', description: 'a' } } },
      'user_config.a.type',
    ),
    'config-proto': refused(
      'manifest-not-valid',
      'a setting called __proto__',
      m(
        JSON.stringify(base('bad', { user_config: {} })).replace(
          '"user_config":{}',
          '"user_config":{"__proto__":{"type":"string","title":"A","description":"a"}}',
        ),
      ),
      { path: 'user_config' },
    ),
    'config-unknown': refused(
      'unknown-reference',
      'a setting that is nowhere described',
      m(base('bad', { server: node({ env: { A: '${user_config.nope}' } }) })),
    ),
    'config-sensitive-argument': good(
      'a secret in an argument',
      m(
        base('config-sensitive-argument', {
          server: node({ args: ['${__dirname}/server/index.mjs', '--key=${user_config.key}'] }),
          user_config: { key: { type: 'string', title: 'Key', description: 'Key', sensitive: true, required: true } },
        }),
      ),
      {
        warnings: ['secret-in-arguments'],
        asks: [{ id: 'key', type: 'string', secret: true, required: true, multiple: false }],
        launches: everywhere('node', [`${B}/server/index.mjs`, '--key=k'], {}, { key: 'k' }),
      },
    ),
    'entry-missing': refused('entry-point-missing', 'the entry point is not there', zip([manifestFile(base('bad'))])),
    'entry-outside': refused(
      'entry-point-outside',
      'the entry point lies outside',
      m(base('bad', { server: { ...node(), entry_point: '../../x.mjs' } })),
    ),
    'entry-absolute': refused(
      'entry-point-outside',
      'the entry point is absolute',
      m(base('bad', { server: { ...node(), entry_point: '/usr/bin/env' } })),
    ),
    'icon-outside': good('the picture lies outside: left out', m(base('icon-outside', { icon: '../../etc/x.png' })), {
      warnings: ['icon-left-out'],
    }),
    'icon-remote': good(
      'the picture is elsewhere: not fetched',
      m(base('icon-remote', { icon: 'https://t.example.net/p.png' })),
      { warnings: ['icon-left-out'] },
    ),
    'icon-svg': good(
      'the picture is an SVG: left out',
      m(base('icon-svg', { icon: 'icon.svg' }), [
        file('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      ]),
      { warnings: ['icon-left-out'] },
    ),
    'platform-other': blocked(
      'platform-not-supported',
      'made for another system',
      m(base('platform-other', { compatibility: { platforms: [unlike] } })),
    ),
    'runtime-new': blocked(
      'runtime-not-supported',
      'needs a Node of the future',
      m(base('runtime-new', { compatibility: { runtimes: { node: '>=99.0.0' } } })),
    ),
    'runtime-odd': good(
      'a requirement that cannot be read is shown and not judged',
      m(base('runtime-odd', { compatibility: { runtimes: { node: 'newest please' } } })),
      { warnings: ['requirement-not-understood'] },
    ),
    'client-newer': good(
      'wants a newer Claude Desktop: not our affair',
      m(base('client-newer', { compatibility: { claude_desktop: '>=99.0.0' } })),
    ),
  }
}
