import { describe, expect, test } from 'vitest'
import { commandWarnings } from '../../../shared/risk/command-warnings.ts'
import type { Launch } from '../../../shared/asks/asks.ts'
import { riskWords } from '../../../shared/risk/words.ts'
import { splitCommandLine } from '../../../shared/text/command-line.ts'

const { title: loose } = riskWords.looseVersion
const { title: downloads } = riskWords.downloads
const { title: shell } = riskWords.shell
const { title: opens } = riskWords.mounts
const { title: raises } = riskWords.moreRights
const { title: loads } = riskWords.loader
const { title: fetches } = riskWords.source
const { title: trusts } = riskWords.network

const warningsOf = (line: string, environment: Launch['environment'] = []) => {
  const [command = '', ...args] = splitCommandLine(line)
  return commandWarnings({ command, args, environment })
}
const titlesOf = (line: string): string[] => warningsOf(line).map(({ title }) => title)

const sha = 'a'.repeat(40)
const digest = `sha256:${'b'.repeat(64)}`

describe('[TUI-4] a command line’s warnings', () => {
  test.each<[string, string[]]>([
    // Commands without warnings.
    ['node /srv/server.js', []],
    ['/usr/bin/python3 server.py --port 1', []],
    ['python -m server', []],
    ['node npx', []],
    ['bash /srv/start.sh', []],
    ['pwsh -File start.ps1', []],
    ['npm run start', []],
    ['npm install', []],
    ['bun run server.ts', []],
    ['uv pip list', []],
    ['deno run -A /srv/server.ts', []],
    ['docker ps -v', []],
    ['', []],
    // Runners of npm packages.
    ['npx -y @acme/docs-mcp@latest --space design', [loose, downloads]],
    ['npx -y @acme/docs-mcp', [loose, downloads]],
    ['npx docs-mcp@^1.2.3', [loose, downloads]],
    ['npx docs-mcp@1', [loose, downloads]],
    ['npx docs-mcp@1.2.3', [downloads]],
    ['npx --yes @acme/docs-mcp@1.2.3-beta.1 --version @latest', [downloads]],
    ['npx -p docs-mcp@1.2.3 -p other docs', [loose, downloads]],
    ['npx --package=docs-mcp@1.2.3 docs', [downloads]],
    ['npx --registry https://r.example docs-mcp@1.2.3', [downloads]],
    ['npx --no-install docs-mcp', []],
    ['npx ./server', [downloads]],
    [`npx github:acme/docs#${sha}`, [downloads]],
    ['npx github:acme/docs#main', [loose, downloads]],
    ['/opt/node/bin/npx -y docs-mcp', [loose, downloads]],
    ['C:\\\\node\\\\NPX.CMD -y docs-mcp', [loose, downloads]],
    ['npm exec --yes -- docs-mcp@1.2.3', [downloads]],
    ['npm --silent x docs-mcp', [loose, downloads]],
    ['pnpm dlx docs-mcp', [loose, downloads]],
    ['pnpm --package=docs-mcp@2.0.0 dlx docs', [loose, downloads]],
    ['pnpx docs-mcp@2.0.0', [downloads]],
    ['yarn dlx -p docs-mcp@2.0.0 docs', [downloads]],
    ['bunx docs-mcp@latest', [loose, downloads]],
    ['bun x docs-mcp@2.0.0', [downloads]],
    // Runners of Python packages, and Deno.
    ['uvx docs-mcp', [loose, downloads]],
    ['uvx docs-mcp@latest', [loose, downloads]],
    ['uvx docs-mcp@1.2', [downloads]],
    ['uvx --from docs-mcp==1.2.3 docs', [downloads]],
    ['uvx --from "docs-mcp[cli]==1.2.3" --with extra docs', [loose, downloads]],
    ['uvx --from docs-mcp==1.* docs', [loose, downloads]],
    ['uvx --from docs-mcp>=1.2 docs', [loose, downloads]],
    [`uvx --from git+https://host.example/docs@${sha} docs`, [downloads]],
    ['uvx --from git+https://host.example/docs docs', [loose, downloads]],
    ['uvx --python 3.12 docs-mcp==1.0', [downloads]],
    ['uvx --offline docs-mcp', []],
    ['uv tool run docs-mcp', [loose, downloads]],
    ['uv --directory /srv/docs run server.py', [downloads]],
    ['uv run --with docs-mcp server.py', [loose, downloads]],
    ['pipx run --spec docs-mcp==1.0 docs', [downloads]],
    ['pipx run docs-mcp', [loose, downloads]],
    ['deno run -A npm:docs-mcp@1.2.3', [downloads]],
    ['deno run --allow-net jsr:@acme/docs', [loose, downloads]],
    ['deno run https://host.example/server.ts', [loose, downloads]],
    // Shells, and what they start.
    ['sh -c "node server.js"', [shell]],
    ['/bin/bash -lc "npx -y docs-mcp"', [loose, downloads, shell]],
    ['cmd /c npx -y docs-mcp@1.2.3', [downloads, shell]],
    ['cmd.exe /s /C "uvx docs-mcp"', [loose, downloads, shell]],
    ['powershell -NoProfile -Command "npx docs-mcp@1.2.3"', [downloads, shell]],
    ['pwsh -ExecutionPolicy Bypass -File x.ps1', []],
    ['powershell -enc ZQBjAGgAbwA=', [shell]],
    ['env -u HOME A=b npx docs-mcp@1.2.3', [downloads]],
    ['env -S "npx docs-mcp"', [loose, downloads]],
    ['sudo -u root node server.js', [raises]],
    ['sudo A=b sh -c "uvx docs-mcp"', [loose, downloads, shell, raises]],
    // Containers.
    [`docker run --rm -i acme/docs@${digest}`, [downloads]],
    ['docker run --rm -i acme/docs:1.8.2', [downloads]],
    ['docker run --rm -i acme/docs', [loose, downloads]],
    ['docker --context far run acme/docs:latest -v /a:/b', [loose, downloads]],
    ['docker run -itv /home/me:/data acme/docs:1', [downloads, opens]],
    ['podman run --volume=/srv:/srv:ro acme/docs:1', [downloads, opens]],
    ['docker container run --mount type=bind,source=/srv,target=/b acme/docs:1', [downloads, opens]],
    ['docker run --mount type=volume,source=data,target=/b -v data:/d -v /only acme/docs:1', [downloads]],
  ])('match the command %s', (line, titles) => {
    expect(titlesOf(line)).toEqual(titles)
  })

  test('name each cause once and in order', () => {
    expect(warningsOf('npx -p one@latest -p two -p one@latest run')[0]?.detail).toBe(
      riskWords.looseVersion.detail('one@latest, two'),
    )
    const docker =
      'docker run -v /home/me:/a -v ~/keys:/k:ro -v C:\\\\Users:/u --mount type=bind,src=/srv,dst=/b,readonly x:1'
    expect(warningsOf(docker).at(-1)?.detail).toBe(
      `/home/me, ${riskWords.toRead('~/keys')}, C:\\Users, ${riskWords.toRead('/srv')}`,
    )
  })

  test('cover variables that make a runtime load more code, unless they are inherited', () => {
    const set = (name: string, from: Launch['environment'][number]['from']) =>
      warningsOf('node server.js', [{ name, from }])
    expect(set('NODE_OPTIONS', 'configuration')).toEqual([
      { title: loads, detail: 'NODE_OPTIONS tells programs what else to load.' },
    ])
    expect(set('LD_PRELOAD', 'secret').map(({ title }) => title)).toEqual([loads])
    expect(set('PATH', 'inherited')).toEqual([])
    expect(set('API_KEY', 'secret')).toEqual([])
  })

  test.each([
    [loads, 'GIT_SSH_COMMAND', '_JAVA_OPTIONS', 'JAVA_TOOL_OPTIONS', 'DOTNET_STARTUP_HOOKS', 'BUN_OPTIONS'],
    [loads, 'ELECTRON_RUN_AS_NODE', 'node_options', 'DYLD_INSERT_LIBRARIES', 'GIT_CONFIG_COUNT', 'PERL5DB'],
    [fetches, 'npm_config_registry', 'NPM_CONFIG_SCRIPT_SHELL', 'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL', 'UV_INDEX'],
    [fetches, 'UV_DEFAULT_INDEX', 'UV_EXTRA_INDEX_URL', 'YARN_NPM_REGISTRY_SERVER', 'GOPROXY', 'DOCKER_HOST'],
    [trusts, 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'https_proxy', 'ALL_PROXY'],
    [trusts, 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_NO_VERIFY', 'HTTP_PROXY', 'SSLKEYLOGFILE'],
  ])('show “%s” for %s, %s, %s, %s and %s', (title, ...names) => {
    for (const name of names)
      expect([name, warningsOf('node server.js', [{ name, from: 'configuration' }]).map((it) => it.title)]).toEqual([
        name,
        [title],
      ])
  })

  test.each(['PIP_NO_CACHE_DIR', 'UV_CACHE_DIR', 'NODE_ENV', 'GIT_AUTHOR_NAME', 'MY_PATH', 'HTTP_PROXY_USER'])(
    'say nothing against %s',
    (name) => expect(warningsOf('node server.js', [{ name, from: 'configuration' }])).toEqual([]),
  )

  test.each<[string, string]>([
    ['env NODE_OPTIONS=--import=x.mjs node server.js', 'NODE_OPTIONS'],
    ['sh -c "LD_PRELOAD=x.so A=b node server.js"', 'LD_PRELOAD'],
    ['sudo BASH_ENV=x sh start.sh', 'BASH_ENV'],
    ['env -S "PATH=/tmp node server.js"', 'PATH'],
    ['sh -c "export PERL5OPT=-Mx"', 'PERL5OPT'],
  ])('cover the variable that the command itself sets: %s', (line, name) => {
    expect(warningsOf(line).find(({ title }) => title === loads)?.detail).toBe(
      `${name} tells programs what else to load.`,
    )
  })

  test('look past the variables in front of a command', () => {
    expect(titlesOf('sh -c "A=b npx docs-mcp"')).toEqual([loose, downloads, shell])
  })

  test('come to an end even with endlessly nested wrappers', () => {
    const nested = `${'env '.repeat(50_000)}npx docs-mcp`
    expect(titlesOf(nested)).toEqual([])
    expect(titlesOf(`sh -c ${'x '.repeat(160_000)}`)).toEqual([shell])
  })
})

describe('the names of variables', () => {
  const named = (...names: string[]) =>
    warningsOf(
      'node',
      names.map((name) => ({ name, from: 'configuration' })),
    ).map(({ title, detail }) => [title, detail])

  test('[TRU-21] of functions and traces of shells are said to load code', () => {
    for (const name of ['BASH_FUNC_mount%%', 'BASH_FUNC_ls()', 'PS4', 'SHELLOPTS', 'BASHOPTS'])
      expect(named(name)).toContainEqual([loads, riskWords.loader.detail(name)])
  })

  test('[TRU-21] that aren’t usual are said to be taken for something else', () => {
    for (const name of ['BASH_FUNC_mount%%', 'odd name', '1ST', 'a.b', 'a-b', 'é', 'new\nline', ''])
      expect(named(name)).toContainEqual([riskWords.unusual.title, riskWords.unusual.detail(name)])
    expect(named('npm_config_//registry.example/:_authToken').map(([title]) => title)).toContain(fetches)
    for (const name of ['A', '_', 'API_KEY_2', 'lower']) expect(named(name)).toEqual([])
  })

  test('[TRU-21] are read from the words of env and sudo, too', () => {
    for (const line of [`env 'BASH_FUNC_ls%%=() { id; }' bash -c ls`, `sudo 'BASH_FUNC_ls%%=() { id; }' bash -c ls`])
      expect(titlesOf(line)).toEqual(expect.arrayContaining([loads, riskWords.unusual.title, shell]))
  })
})
