import { describe, expect, test } from 'vitest'
import { decide } from '../../../main/host/mcp/doctor/decide.ts'
import { errorLines } from '../../../renderer/servers/status/error-lines.ts'
import type { FindingReason } from '../../../shared/events/finding.ts'
import { diagnose } from '../../../renderer/servers/status/failure-note.tsx'
import { processWords } from '../../../main/host/mcp/process/words.ts'

/** Real stderr of programs, shortened by stack frames, with its cause and the line that names it. */
const samples: [of: string, output: string, cause: { reason: FindingReason; word?: string }, error: string][] = [
  [
    'a file that Node.js doesn’t find',
    `node:internal/modules/cjs/loader:1568
  throw err;
  ^

Error: Cannot find module '/home/me/x.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15)
    at node:internal/main/run_main_module:33:47 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0`,
    { reason: 'file-missing', word: '/home/me/x.js' },
    "Error: Cannot find module '/home/me/x.js'",
  ],
  [
    'a Node.js package in CommonJS',
    `node:internal/modules/cjs/loader:1568
  throw err;
  ^

Error: Cannot find module 'express'
Require stack:
- /home/me/server.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/home/me/server.js' ]
}`,
    { reason: 'dependency-missing', word: 'express' },
    "Error: Cannot find module 'express'",
  ],
  [
    'a Node.js package in a module',
    `node:internal/modules/package_json_reader:331
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /home/me/server.mjs
    at Object.getPackageJSONURL (node:internal/modules/package_json_reader:331:9) {
  code: 'ERR_MODULE_NOT_FOUND'
}`,
    { reason: 'dependency-missing', word: 'zod' },
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /home/me/server.mjs",
  ],
  [
    'a package that npx doesn’t find',
    `npm warn Unknown user config "nodedir". This will stop working in the next major version of npm.
npm error code E404
npm error 404 Not Found - GET https://registry.example/@sample%2fdoes-not-exist
npm error 404
npm error 404  The requested resource '@sample/does-not-exist@*' could not be found or you do not have permission.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git url.
npm error A complete log of this run can be found in: /home/me/.npm/_logs/2026-11-23T13_43_57_282Z-debug-0.log`,
    { reason: 'package-not-found', word: '@sample/does-not-exist' },
    'npm error 404 Not Found - GET https://registry.example/@sample%2fdoes-not-exist',
  ],
  [
    'a taken port',
    `node:events:505
    throw er; // Unhandled 'error' event
    ^

Error: listen EADDRINUSE: address already in use :::3000
    at Server.setupListenHandle [as _listen2] (node:net:2328:16)
Emitted 'error' event on Server instance at:
    at emitErrorNT (node:net:2416:8) {
  code: 'EADDRINUSE',
  port: 3000
}`,
    { reason: 'port-in-use', word: '3000' },
    'Error: listen EADDRINUSE: address already in use :::3000',
  ],
  [
    'a missing variable',
    `/home/me/server.js:1
if(!process.env.GITHUB_TOKEN) throw new Error('GITHUB_TOKEN environment variable is required')
                              ^

Error: GITHUB_TOKEN environment variable is required
    at Object.<anonymous> (/home/me/server.js:1:37)`,
    { reason: 'setting-missing', word: 'GITHUB_TOKEN' },
    'Error: GITHUB_TOKEN environment variable is required',
  ],
  [
    'a missing variable in Python',
    `Traceback (most recent call last):
  File "/home/me/server.py", line 1, in <module>
    import os; os.environ['API_KEY']
               ~~~~~~~~~~^^^^^^^^^^^
  File "<frozen os>", line 679, in __getitem__
KeyError: 'API_KEY'`,
    { reason: 'setting-missing', word: 'API_KEY' },
    "KeyError: 'API_KEY'",
  ],
  [
    'a file without permission',
    `node:fs:621
  return binding.open(
                 ^

Error: EACCES: permission denied, open '/etc/shadow'
    at Object.openSync (node:fs:621:18) {
  errno: -13,
  code: 'EACCES',
  path: '/etc/shadow'
}`,
    { reason: 'access-denied', word: '/etc/shadow' },
    "Error: EACCES: permission denied, open '/etc/shadow'",
  ],
  [
    'a missing Python module',
    `Traceback (most recent call last):
  File "/home/me/server.py", line 1, in <module>
    import mcp.server
ModuleNotFoundError: No module named 'mcp'`,
    { reason: 'python-environment', word: 'mcp' },
    "ModuleNotFoundError: No module named 'mcp'",
  ],
  [
    'a Python module that is run',
    '/usr/bin/python3: No module named mcp_server',
    { reason: 'python-environment', word: 'mcp_server' },
    '/usr/bin/python3: No module named mcp_server',
  ],
  [
    'a file that Python doesn’t find',
    "/usr/bin/python3: can't open file '/home/me/server.py': [Errno 2] No such file or directory",
    { reason: 'file-missing', word: '/home/me/server.py' },
    "/usr/bin/python3: can't open file '/home/me/server.py': [Errno 2] No such file or directory",
  ],
  [
    'a program that a shell doesn’t find',
    'bash: line 1: gitt: command not found',
    { reason: 'helper-missing', word: 'gitt' },
    'bash: line 1: gitt: command not found',
  ],
  [
    'a program that a plain shell doesn’t find',
    'sh: 1: gitt: not found',
    { reason: 'helper-missing', word: 'gitt' },
    'sh: 1: gitt: not found',
  ],
  [
    'a program that env doesn’t find',
    'env: ‘gitt’: No such file or directory',
    { reason: 'helper-missing', word: 'gitt' },
    'env: ‘gitt’: No such file or directory',
  ],
  [
    'a program that Node.js doesn’t find',
    `node:events:505
    throw er; // Unhandled 'error' event
    ^

Error: spawn gitt ENOENT
    at ChildProcess._handle.onexit (node:internal/child_process:287:19)`,
    { reason: 'helper-missing', word: 'gitt' },
    'Error: spawn gitt ENOENT',
  ],
  [
    'an option of another Node.js',
    'node: bad option: --experimental-strip-kinds',
    { reason: 'node-too-old' },
    'node: bad option: --experimental-strip-kinds',
  ],
  [
    'a Node.js that is too old',
    `/home/me/server.js:4
const body = new File([], 'x')
             ^

ReferenceError: File is not defined
    at Object.<anonymous> (/home/me/server.js:4:14)`,
    { reason: 'node-too-old' },
    'ReferenceError: File is not defined',
  ],
  [
    'a syntax error',
    `/home/me/server.js:1
const a = ;
          ^

SyntaxError: Unexpected token ';'
    at wrapSafe (node:internal/modules/cjs/loader:1861:18)`,
    { reason: 'crashed' },
    "SyntaxError: Unexpected token ';'",
  ],
  [
    'a configuration that isn’t JSON',
    `<anonymous_script>:1
{"a":1,}
       ^

SyntaxError: Expected double-quoted property name in JSON at position 7 (line 1 column 8)
    at JSON.parse (<anonymous>)`,
    { reason: 'settings-unreadable' },
    'SyntaxError: Expected double-quoted property name in JSON at position 7 (line 1 column 8)',
  ],
  [
    'a configuration that isn’t JSON in Python',
    `Traceback (most recent call last):
  File "/home/me/server.py", line 1, in <module>
    import json; json.loads('{a}')
                 ^^^^^^^^^^^^^^^^^
json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)`,
    { reason: 'settings-unreadable' },
    'json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
  ],
  [
    'Docker that isn’t running',
    `docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?.
See 'docker run --help'.`,
    { reason: 'docker-not-running' },
    'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?.',
  ],
  [
    'a folder that the filesystem server doesn’t find',
    `Warning: Cannot access directory /nope, skipping
Error: None of the specified directories are accessible`,
    { reason: 'file-missing', word: '/nope' },
    'Error: None of the specified directories are accessible',
  ],
  [
    'a service that doesn’t run',
    `node:events:505
    throw er; // Unhandled 'error' event
    ^

Error: connect ECONNREFUSED 127.0.0.1:5432
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:2021:16)`,
    { reason: 'nothing-listening', word: '127.0.0.1:5432' },
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
  ],
]

describe('a failed server’s error output', () => {
  test.each(samples)('[SRV-15] names its error and says what it means: %s', (_of, output, cause, error) => {
    const found = errorLines({ stderr: output.split('\n') })
    expect(found.lines[found.error ?? -1]).toBe(error)
    expect(found.lines.length).toBeLessThanOrEqual(3)
    const seen = { kind: 'stdio', platform: 'linux', command: 'x', args: [], exit: 1, stderr: output } as const
    expect(decide({ seen: { ...seen, args: [] }, probes: {} })).toMatchObject(cause)
  })

  test('[SRV-15] is quoted around its error, also if that is among its first lines only', () => {
    const stderrHead = ['starting', '\u001B[31mError: no disk\u001B[0m', '', 'closing']
    expect(errorLines({ stderrHead, stderr: ['one', 'two', 'three'] })).toEqual({
      lines: ['starting', 'Error: no disk', 'closing'],
      error: 1,
    })
  })

  test('[SRV-15] is quoted without the lines that only underline or close something', () => {
    const stderr = ['  throw err;', '  ^', '', 'Error: no disk', '}', 'closing']
    expect(errorLines({ stderr })).toEqual({ lines: ['  throw err;', 'Error: no disk', 'closing'], error: 1 })
  })

  test('[SRV-15] is bounded, and quoted by its last lines if none names an error', () => {
    const { lines, error } = errorLines({ stderr: ['a', 'b', '', 'c', 'd', 'e'.repeat(5000)] })
    expect(lines.slice(0, 3)).toEqual(['b', 'c', 'd'])
    expect(lines[3]?.length).toBeLessThanOrEqual(401)
    expect(error).toBeUndefined()
    expect(errorLines({ stderr: [] })).toEqual({ lines: [], error: undefined })
  })
})

describe('[SRV-2] a failure’s reason', () => {
  test.each([
    [
      'No command named uvx: check its spelling, or enter its full path.',
      'No command named uvx.',
      'Check its spelling, or enter its full path.',
    ],
    [
      'The server refused the handshake with error -1 (bad: state): see its error output.',
      'The server refused the handshake with error -1 (bad: state).',
      'See its error output.',
    ],
    [
      'The server ended with exit code 1. Stopped after 5 crashes in 3 minutes. Restart it yourself.',
      undefined,
      undefined,
    ],
    ['It says “no: never”.', undefined, undefined],
    [
      `${processWords.leftEarlySaying('The server ended with exit code 1 before it responded', 'a “b”: c.')} Restart it yourself.`,
      'The server ended with exit code 1 before it responded.',
      'Fix the cause, or see its error output. Restart it yourself.',
    ],
  ])('is split into cause and fix, without the line quoted beside it: %s', (reason, cause = reason, fix) => {
    expect(diagnose(reason)).toEqual({ cause, fix })
  })
})
