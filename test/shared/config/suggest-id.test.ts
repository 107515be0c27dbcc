import { describe, expect, test } from 'vitest'
import { idOfAddress, idOfWords, safeId } from '../../../shared/config/suggest-id.ts'
import { splitCommandLine } from '../../../shared/text/command-line.ts'
import { hasSecretSign } from '../../../shared/text/secret-signs.ts'
import { fc } from '../../support/deep.ts'

const tokens = [
  'xoxp-8123456789-8123456789',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'sk-proj-4f9a8b7c6d5e4f3a2b1c',
  'Zk3vQ9xW7pL2mN8rT5yB1cD6',
]

describe('a suggested ID', () => {
  test.each([
    ['docker run -i --rm -e SLACK_MCP_XOXP_TOKEN=xoxp-8123456789 ghcr.io/korotovsky/slack-mcp-server:latest', 'slack'],
    ['docker run -i --rm --env-file .env -v /a/b:/data -p 8080:80 mcp/fetch', 'fetch'],
    ['docker run -it -eTOKEN=abc --network=host mcp/time@sha256:abc', 'time'],
    ['docker --context far container run --name it ghcr.io/github/github-mcp-server stdio', 'github'],
    ['env KEY=value DEBUG=1 npx -y @stripe/mcp@1.2 --tools=all', 'stripe'],
    ['env -i -u HOME KEY=value npx -y @playwright/mcp@latest', 'playwright'],
    ['npx -y @modelcontextprotocol/server-filesystem /home/ada/notes', 'filesystem'],
    ['npx --registry https://npm.example -y some-mcp', 'some'],
    ['npx -p @ada/tools -y mcp-server', 'tools'],
    ['npx -y mcp-remote https://mcp.linear.app/sse --header Authorization:${T}', 'linear'],
    ['npm exec -y -- weather-mcp', 'weather'],
    [
      'uvx --from git+https://me:secretsecret1@git.example/ada/mcp-atlassian.git --env-file .env mcp-atlassian',
      'atlassian',
    ],
    ['uv --directory /srv/weather run server.py', 'server'],
    ['uvx --python 3.12 mcp-server-fetch==2025.1', 'fetch'],
    ['python3 -m mcp_server_git --repository x', 'git'],
    ['python -c "import os"', 'python'],
    ['node --env-file .env /srv/weather/dist/index.js', 'weather'],
    ['node /home/ada/index.js', 'index'],
    ['node --some-option value file.js', 'node'],
    ['bash -c "TOKEN=hunter22 npx -y @upstash/context7-mcp"', 'context7'],
    ['deno run -A npm:@ada/clock', 'clock'],
    ['java -Dx=y -jar /opt/notes.jar', 'notes'],
    ['go run github.com/ada/tides@latest', 'tides'],
    ['github-mcp-server stdio', 'github'],
    [String.raw`C:\\tools\\weather.exe --key abc`, 'weather'],
  ])('[FORM-22] of %s is %s', (line, id) => {
    expect(idOfWords(splitCommandLine(line))).toBe(id)
  })

  test.each([
    ['npm run start -- Hunter2pass', 'npm'],
    ['npm --prefix d run start Hunter2pass', 'npm'],
    ['npm start -- Hunter2pass', 'npm'],
    ['pnpm run dev Hunter2pass', 'pnpm'],
    ['yarn start Hunter2pass', 'yarn'],
    ['bun run start Hunter2pass', 'start'],
    ['deno task start Hunter2pass', 'start'],
    ['cargo run -- Hunter2pass', 'cargo'],
    ['dotnet run -- Hunter2pass', 'dotnet'],
    ['docker compose run -T mcp Hunter2pass', 'mcp'],
    ['docker compose run --build --rm notes Hunter2pass', 'notes'],
    ['docker compose -f x.yml exec -T srv Hunter2pass', 'srv'],
    ['docker run -i --pull=always --no-TTY ada/img Hunter2pass', 'img'],
    ['docker run -i node Hunter2pass', 'node'],
    ['docker run -i --new-option img Hunter2pass', 'docker'],
    ['docker run -itv Hunter2pass:/x img', 'docker'],
    ['podman run --rmi ada/img Hunter2pass', 'img'],
    ['podman run --env-host img Hunter2pass', 'img'],
    ['podman run --no-hosts img Hunter2pass', 'img'],
    ['podman run --http-proxy img Hunter2pass', 'img'],
    ['podman run --passwd-entry Hunter2pass img', 'podman'],
    ['wss://notes.example/Hunter2pass', 'notes'],
    ['x-mcp://notes.example/Hunter2pass', 'notes'],
    ["npx 'pkg key Hunter2pass'", 'pkg'],
    ['"foo|Hunter2pass"', 'foo'],
    ['uvx git+https://git.example/ada/mcp-notes', 'notes'],
  ])('[FORM-22] has no argument in it: %s is %s', (line, id) => {
    expect(idOfWords(splitCommandLine(line))).toBe(id)
  })

  test.each([
    'gsk_abcdefgh12345678',
    'gsk_abcdefghijklmnopqrstuvwx',
    'pplx-abcd1234efgh5678',
    'xai-abcdef123456',
    'dckr_pat_abc123def456',
    'r8_abcdef123456',
    'ATATT3xFfGF0abcd',
    'PMAK-abcdef',
    'ya29.a0Af',
    'fo1_abcdef12345',
    'SG.abcdefg.hijklmn',
    'tok_live_abcdEFGH1234',
    'deadbeefdeadbeefdeadbeefdeadbeef',
    'ABCDEFABCDEFABCDEFABCDEFABCDEFAB',
  ])('[FORM-22] is never an issued token or a key in hex letters: %s', (token) => {
    for (const text of [token, `my ${token}`, `key:${token}`]) expect(safeId(text)).toBe('')
    expect(idOfWords([token])).toBe('')
  })

  const places = ['npx', 'docker run', 'uvx', 'node', 'env', 'python', 'deno run', 'podman run', 'bash']
  const options = [
    '-e K=@',
    '-eK=@',
    '--env K=@',
    '--env=K=@',
    'K=@',
    '-v @:/d',
    '--token @',
    '--token=@',
    '-H @',
    '-k @',
  ]

  test('[FORM-22] never contains a value of an option or a variable', () => {
    const line = fc.record({
      place: fc.constantFrom(...places),
      given: fc.array(fc.constantFrom(...options), { minLength: 1, maxLength: 4 }),
      value: fc.constantFrom('hunter22', 'quartz', ...tokens),
      rest: fc.constantFrom('', 'ghcr.io/ada/it', '-y it', 'it.py'),
    })
    fc.assert(
      fc.property(line, ({ place, given, value, rest }) => {
        const words = `${place} ${given.map((it) => it.replace('@', value)).join(' ')} ${rest}`
        expect(idOfWords(splitCommandLine(words.trim()))).not.toContain(value.slice(0, 6))
      }),
    )
  })

  test.each(tokens)('[FORM-22] is never %s, wherever that is', (token) => {
    for (const text of [token, `my ${token}`, `TOKEN=${token}`, `key-${token}`]) {
      expect(hasSecretSign(text)).toBe(true)
      expect(safeId(text)).toBe('')
    }
    expect(idOfWords([token])).toBe('')
    expect(idOfAddress(`https://mcp.example.com/${token}?key=${token}`)).toBe('example')
  })

  test('[FORM-22] can be long, with words and numbers', () => {
    for (const name of [
      'my-very-long-server-name-2024',
      'context7 docs of the whole team',
      'sk-learn-server',
      'gsk-reports',
      'pplx-research',
      'secret_santa_helper',
      'xai-explain',
      'facade-of-decade',
      '3d-printing-of-many-things-2',
    ])
      expect(hasSecretSign(name)).toBe(false)
  })
})
