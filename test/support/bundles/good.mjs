import { B, base, everywhere, good, launch, manifestFile, node, png, server, serverSource, simple } from './samples.mjs'
import { file, folder, REGULAR, zip } from './zip.mjs'

export function goodBundles() {
  const configured = base('configured', {
    display_name: 'Configured',
    server: node({
      args: [
        '${__dirname}/server/index.mjs',
        '--limit',
        '${user_config.limit}',
        '--verbose=${user_config.verbose}',
        '${user_config.folders}',
      ],
      env: {
        BUNDLE_API_KEY: '${user_config.api_key}',
        BUNDLE_NOTE: 'at ${user_config.note} in ${HOME}',
        BUNDLE_SEP: 'a${pathSeparator}b${/}c',
        BUNDLE_EMPTY: '${user_config.optional}',
      },
    }),
    user_config: {
      api_key: { type: 'string', title: 'Key', description: 'Key of your account', sensitive: true, required: true },
      folders: {
        type: 'directory',
        title: 'Folders',
        description: 'Folders that may be read',
        multiple: true,
        required: true,
        default: ['${HOME}/Documents', '${DESKTOP}'],
      },
      limit: { type: 'number', title: 'Limit', description: 'Most results', default: 10, min: 1, max: 100 },
      verbose: { type: 'boolean', title: 'Verbose', description: 'Say more', default: false },
      note: { type: 'string', title: 'Note', description: 'Any text', required: false, default: 'x' },
      optional: { type: 'string', title: 'Optional', description: 'May stay empty', required: false },
      data: { type: 'file', title: 'Data', description: 'A file', required: false },
    },
  })
  const asks = [
    { id: 'api_key', type: 'string', secret: true, required: true, multiple: false },
    {
      id: 'folders',
      type: 'directory',
      secret: false,
      required: true,
      multiple: true,
      default: ['<HOME>/Documents', '<HOME>/Desktop'],
    },
    { id: 'limit', type: 'number', secret: false, required: false, multiple: false, default: 10, min: 1, max: 100 },
    { id: 'verbose', type: 'boolean', secret: false, required: false, multiple: false, default: false },
    { id: 'note', type: 'string', secret: false, required: false, multiple: false, default: 'x' },
    { id: 'optional', type: 'string', secret: false, required: false, multiple: false },
    { id: 'data', type: 'file', secret: false, required: false, multiple: false },
  ]
  const settings = {
    api_key: 's3cret-$&-$1',
    folders: ['<HOME>/A b', '<HOME>/C'],
    limit: 25,
    verbose: true,
    note: '${HOME} ${user_config.api_key} $&',
  }
  const overridden = base('overridden', {
    server: node({
      env: { BUNDLE_MODE: 'base', BUNDLE_KEPT: 'yes' },
      platform_overrides: {
        win32: { command: 'node.exe', args: ['${__dirname}\\server\\index.mjs', '--windows'] },
        darwin: { env: { BUNDLE_MODE: 'mac' } },
      },
    }),
  })
  const binary = (more) =>
    base('binary', {
      server: {
        type: 'binary',
        entry_point: 'server/run',
        mcp_config: {
          command: '${__dirname}/server/run',
          args: ['--stdio'],
          platform_overrides: { win32: { command: '${__dirname}/server/run.exe' } },
        },
      },
      ...more,
    })
  const script = `#!/usr/bin/env node\n${serverSource.replace('VERSION', '1.0.0')}`
    .replaceAll("import { createHash } from 'node:crypto'", "const { createHash } = require('node:crypto')")
    .replaceAll(
      "import { createInterface } from 'node:readline'",
      "const { createInterface } = require('node:readline')",
    )
  const binaryLaunches = [
    launch('linux', {}, `${B}/server/run`, ['--stdio']),
    launch('darwin', {}, `${B}/server/run`, ['--stdio']),
    launch('win32', {}, `${B}/server/run.exe`, ['--stdio']),
  ]
  const trailer = Buffer.concat([
    Buffer.from('MCPB_SIG_V1'),
    Buffer.from([8, 0, 0, 0]),
    Buffer.from('3006020100020101', 'hex'),
    Buffer.from('MCPB_SIG_END'),
  ])
  const localised = base('localised', {
    display_name: 'Localised',
    localization: { resources: 'mcpb-resources/${locale}.json', default_locale: 'en-US' },
    icon: 'icon.png',
    icons: [{ src: 'icon.png', size: '16x16', theme: 'light' }],
    screenshots: ['shot.png'],
    privacy_policies: ['https://example.com/privacy'],
    prompts: [
      { name: 'ask', description: 'Asks', arguments: ['topic'], text: 'Say something about ${arguments.topic}' },
    ],
    tools_generated: true,
    prompts_generated: true,
    keywords: ['test'],
    repository: { type: 'git', url: 'https://example.com/x.git' },
    homepage: 'https://example.com',
    documentation: 'https://example.com/docs',
    support: 'https://example.com/help',
    long_description: '# Heading\n\n<script>alert(1)</script> ![x](https://t.example.net/p.png)',
    _meta: { 'com.example.test': { a: 1 } },
    compatibility: {
      claude_desktop: '>=0.10.0',
      platforms: ['darwin', 'win32', 'linux'],
      runtimes: { node: '>=16.0.0' },
    },
  })
  return {
    'good-node': good('the smallest useful one', simple('good-node')),
    'good-node-newer': good(
      'the same name, 1.1.0: an update that asks for one more setting',
      zip([
        manifestFile(
          base('good-node', {
            version: '1.1.0',
            user_config: { region: { type: 'string', title: 'Region', description: 'Where', required: true } },
            server: node({ env: { BUNDLE_REGION: '${user_config.region}' } }),
          }),
        ),
        server('1.1.0'),
      ]),
      {
        asks: [{ id: 'region', type: 'string', secret: false, required: true, multiple: false }],
        launches: everywhere('node', [`${B}/server/index.mjs`], { BUNDLE_REGION: 'eu' }, { region: 'eu' }),
        updates: 'good-node',
      },
    ),
    'good-node-older': good('the same name, 0.9.0: a step back', simple('good-node', { version: '0.9.0' }), {
      warnings: ['older-than-installed'],
      updates: 'good-node',
    }),
    'good-node-other-author': good(
      'the same name, another author',
      simple('good-node', { version: '2.0.0', author: { name: 'Mallory' } }),
      { warnings: ['other-author-than-installed'], updates: 'good-node' },
    ),
    'good-old': good(
      '.dxt of the first version, with dxt_version',
      simple('good-old', { manifest_version: undefined, dxt_version: '0.1' }),
      { extension: 'dxt', warnings: ['older-format'] },
    ),
    'good-deflated': good(
      'compressed entries, folders listed, archive comment',
      zip([folder('server'), manifestFile(base('good-deflated'), { deflate: true }), { ...server(), deflate: true }], {
        comment: Buffer.from('a comment'),
      }),
    ),
    'good-streamed': good(
      'sizes after the data, as streaming writers do',
      zip([
        manifestFile(base('good-streamed'), { deflate: true, descriptor: true }),
        { ...server(), deflate: true, descriptor: true },
      ]),
    ),
    'good-dos': good(
      'written on Windows: no Unix modes',
      zip([manifestFile(base('good-dos')), server()], { unix: false }),
    ),
    'good-signed': good(
      'with a signature behind the archive: treated as unsigned',
      Buffer.concat([simple('good-signed'), trailer]),
      { warnings: ['signature-not-checked'] },
    ),
    'good-nested-zip': good(
      'holds another archive, which is never unpacked',
      simple('good-nested-zip', {}, [file('data/more.zip', zip([file('../escaped-nested.txt', 'x')]))]),
      { escapes: ['../escaped-nested.txt', 'escaped-nested.txt'] },
    ),
    'good-setuid': good(
      'a set-user-id bit, which is dropped',
      zip([manifestFile(base('good-setuid')), { ...server(), mode: REGULAR | 0o6755 }]),
      { modes: { 'server/index.mjs': '755' } },
    ),
    'good-bom': good(
      'a byte order mark before the manifest',
      zip([manifestFile(`\uFEFF${JSON.stringify(base('good-bom'))}`), server()]),
    ),
    'good-unknown-keys': good('keys nobody knows', simple('good-unknown-keys', { x_future: { a: 1 } }), {
      warnings: ['unknown-keys: x_future'],
    }),
    'good-names': good(
      'names with spaces, accents and an emoji',
      simple('good-names', {}, [file('data/Grüße an 世界 🙂.txt', 'x'), file('data/a b/c d.txt', 'y')]),
    ),
    localised: good(
      'every optional field of 0.3, pictures, two languages',
      zip([
        manifestFile(localised),
        server(),
        file('icon.png', png),
        file('shot.png', png),
        file('mcpb-resources/en-US.json', '{"display_name":"Localised"}'),
        file('mcpb-resources/de.json', '{"display_name":"Übersetzt","description":"Ein Bündel"}'),
      ]),
      { displayName: { 'en-US': 'Localised', de: 'Übersetzt' } },
    ),
    configured: good('settings of every kind, one of them secret', zip([manifestFile(configured), server()]), {
      asks,
      launches: everywhere(
        'node',
        [`${B}/server/index.mjs`, '--limit', '25', '--verbose=true', '<HOME>/A b', '<HOME>/C'],
        { BUNDLE_API_KEY: settings.api_key, BUNDLE_NOTE: 'at ${HOME} ${user_config.api_key} $& in <HOME>' },
        settings,
      ).map((one) => ({ ...one, env: { ...one.env, BUNDLE_SEP: one.platform === 'win32' ? 'a\\b\\c' : 'a/b/c' } })),
      note: 'What a person typed is not looked through again. A variable whose setting stays empty is left out (BUNDLE_EMPTY).',
    }),
    overridden: good('platform overrides, laid over the base key by key', zip([manifestFile(overridden), server()]), {
      launches: [
        launch('linux', {}, 'node', [`${B}/server/index.mjs`], { BUNDLE_MODE: 'base', BUNDLE_KEPT: 'yes' }),
        launch('darwin', {}, 'node', [`${B}/server/index.mjs`], { BUNDLE_MODE: 'mac', BUNDLE_KEPT: 'yes' }),
        launch('win32', {}, 'node.exe', [`${B}\\server\\index.mjs`, '--windows'], {
          BUNDLE_MODE: 'base',
          BUNDLE_KEPT: 'yes',
        }),
      ],
      note: 'The official library replaces env as a whole instead of laying one over the other (BUNDLE_KEPT would be lost on macOS).',
    }),
    binary: good(
      'a program with its exec bit',
      zip([
        manifestFile(binary()),
        file('server/run', script, { mode: REGULAR | 0o755 }),
        file('server/run.exe', 'MZ'),
      ]),
      { launches: binaryLaunches, modes: { 'server/run': '755' }, warnings: ['runs-a-program-of-the-bundle'] },
    ),
    'binary-no-bit': good(
      'the same packed on Windows: the host sets the bit of the entry point',
      zip([manifestFile(binary()), file('server/run', script), file('server/run.exe', 'MZ')], { unix: false }),
      { launches: binaryLaunches, modes: { 'server/run': '755' }, warnings: ['runs-a-program-of-the-bundle'] },
    ),
    python: good(
      'Python with its libraries inside',
      zip([
        manifestFile(
          base('python', {
            server: {
              type: 'python',
              entry_point: 'server/main.py',
              mcp_config: {
                command: 'python',
                args: ['${__dirname}/server/main.py'],
                env: { PYTHONPATH: '${__dirname}/server/lib' },
              },
            },
            compatibility: { runtimes: { python: '>=3.8' } },
          }),
        ),
        file('server/main.py', 'print("x")\n'),
        file('server/lib/a.py', ''),
      ]),
      {
        launches: [
          launch('linux', {}, 'python3', [`${B}/server/main.py`], { PYTHONPATH: `${B}/server/lib` }),
          launch('darwin', {}, 'python3', [`${B}/server/main.py`], { PYTHONPATH: `${B}/server/lib` }),
          launch('win32', {}, 'python', [`${B}/server/main.py`], { PYTHONPATH: `${B}/server/lib` }),
        ],
        note: '"python" is looked for first; where there is none, "python3" (and "py" on Windows). The choice is shown.',
      },
    ),
    uv: good(
      'the experimental kind of 0.4',
      zip([
        manifestFile(
          base('uv', {
            manifest_version: '0.4',
            server: {
              type: 'uv',
              entry_point: 'server/main.py',
              mcp_config: { command: 'uv', args: ['run', '--directory', '${__dirname}', 'server/main.py'] },
            },
          }),
        ),
        file('pyproject.toml', '[project]\nname = "x"\nversion = "1.0.0"\ndependencies = []\n'),
        file('server/main.py', 'print("x")\n'),
      ]),
      {
        launches: everywhere('uv', ['run', '--directory', B, 'server/main.py']),
        warnings: ['downloads-at-first-start'],
      },
    ),
    npx: good(
      'only a manifest: the runner downloads the code at first start',
      zip([
        manifestFile(
          base('npx', {
            server: {
              type: 'node',
              entry_point: 'manifest.json',
              mcp_config: { command: 'npx', args: ['-y', '--package=example-mcp', 'example-mcp'] },
            },
          }),
        ),
      ]),
      {
        launches: everywhere('npx', ['-y', '--package=example-mcp', 'example-mcp']),
        warnings: ['downloads-at-first-start', 'version-not-pinned'],
      },
    ),
    shell: good(
      'runs a shell line, nothing of its own',
      simple('shell', {
        server: {
          type: 'binary',
          entry_point: 'server/index.mjs',
          mcp_config: { command: 'sh', args: ['-c', 'node "$0"', '${__dirname}/server/index.mjs'] },
        },
      }),
      { launches: everywhere('sh', ['-c', 'node "$0"', `${B}/server/index.mjs`]), warnings: ['needs-shell'] },
    ),
    'loader-env': good(
      'sets variables that change how code loads',
      simple('loader-env', {
        server: node({ env: { NODE_OPTIONS: '--require ${__dirname}/x.js', PATH: '/nowhere' } }),
      }),
      {
        launches: everywhere('node', [`${B}/server/index.mjs`], {
          NODE_OPTIONS: `--require ${B}/x.js`,
          PATH: '/nowhere',
        }),
        warnings: ['env-changes-how-code-loads'],
      },
    ),
  }
}
