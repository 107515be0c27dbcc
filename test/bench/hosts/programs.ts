import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { StdioEntry } from '../../../shared/config/server-config.ts'

/** A host's home, working folder, modules, model URL and servers. */
export type Place = { home: string; work: string; modules: string; model: string; servers: Record<string, StdioEntry> }

/** A started host: its process, and its end. */
export type Running = { pid: number; ended: Promise<unknown> }

/** A program to compare: `prepare` writes its configuration, `start` gives it the message. */
export type Program = {
  name: string
  /** The npm package and its version; absent for what is in this repository. */
  packages?: string
  prepare(place: Place): Promise<void> | void
  start(place: Place): Promise<Running> | Running
}

/** The script decides what is called, not these words. */
export const prompt = 'Call the tools.'

const toolsOfLoop = path.join(import.meta.dirname, 'bare-loop.mjs')

/** The official client and the model’s SDK, with nothing around them: what every host adds to. */
export const bareLoop: Program = {
  name: 'bare loop',
  prepare: ({ home, servers }) => writeJson(path.join(home, 'servers.json'), servers),
  start: (place) =>
    run(place, process.execPath, [toolsOfLoop, place.model, path.join(place.home, 'servers.json'), prompt]),
}

const codex: Program = {
  name: 'Codex CLI',
  packages: '@openai/codex@0.169.0',
  prepare: ({ home, model, servers }) => {
    const lines = [
      'model = "scripted"\nmodel_provider = "bench"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"',
      'check_for_update_on_startup = false\nweb_search = "disabled"',
      '[analytics]\nenabled = false\n[feedback]\nenabled = false\n[history]\npersistence = "none"',
      `[model_providers.bench]\nname = "bench"\nbase_url = "${model}/v1"\nwire_api = "responses"\nenv_key = "BENCH_KEY"`,
      'request_max_retries = 0\nstream_max_retries = 0\nsupports_websockets = false',
      ...Object.entries(servers).map(([id, { command, args = [], env = {} }]) =>
        [
          `[mcp_servers.${id}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
          `default_tools_approval_mode = "approve"\n[mcp_servers.${id}.env]`,
          ...Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
        ].join('\n'),
      ),
    ]
    write(path.join(home, '.codex/config.toml'), `${lines.join('\n')}\n`)
  },
  start: (place) =>
    run(place, process.execPath, [
      path.join(place.modules, '@openai/codex/bin/codex.js'),
      'exec',
      '--skip-git-repo-check',
      '--json',
      prompt,
    ]),
}

const isQuiet = { enableAutoUpdate: false, enableAutoUpdateNotification: false, disableAutoUpdate: true }
const tellsNobody = { privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } }
const trusted = (servers: Place['servers']) =>
  Object.fromEntries(Object.entries(servers).map(([id, entry]) => [id, { ...entry, trust: true }]))

const gemini: Program = {
  name: 'Gemini CLI',
  packages: '@google/gemini-cli@0.61.0',
  prepare: ({ home, servers }) =>
    writeJson(path.join(home, '.gemini/settings.json'), {
      general: isQuiet,
      ...tellsNobody,
      mcpServers: trusted(servers),
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      model: { name: 'gemini-2.5-flash', maxSessionTurns: -1 },
    }),
  start: (place) =>
    run(
      place,
      process.execPath,
      [
        path.join(place.modules, '.bin/gemini'),
        '-m',
        'gemini-2.5-flash',
        '--yolo',
        '--skip-trust',
        '-o',
        'json',
        '-p',
        prompt,
      ],
      { GEMINI_API_KEY: 'test-key', GOOGLE_GEMINI_BASE_URL: place.model },
    ),
}

const qwen: Program = {
  name: 'Qwen Code',
  packages: '@qwen-code/qwen-code@0.24.4',
  prepare: ({ home, servers }) =>
    writeJson(path.join(home, '.qwen/settings.json'), {
      general: isQuiet,
      ...tellsNobody,
      mcpServers: trusted(servers),
      security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
      model: { name: 'scripted' },
      // By default no tool of a server is in a request, but a search for tools.
      tools: { toolSearch: { enabled: false } },
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    }),
  start: (place) =>
    run(place, process.execPath, [path.join(place.modules, '.bin/qwen'), '--yolo', '-o', 'json', prompt], {
      OPENAI_API_KEY: 'test-key',
      OPENAI_BASE_URL: `${place.model}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
}

const cline: Program = {
  name: 'Cline CLI',
  packages: 'cline@3.0.65',
  prepare: async (place) => {
    const settings = path.join(place.home, '.cline/data/settings')
    const entries = Object.entries(place.servers).map(([id, { command, args, env }]) => [
      id,
      { transport: { type: 'stdio', command, args, env }, disabled: false, autoApprove: ['*'] },
    ])
    writeJson(path.join(settings, 'cline_mcp_settings.json'), { mcpServers: Object.fromEntries(entries) })
    writeJson(path.join(settings, 'global-settings.json'), { telemetryOptOut: true, autoUpdateEnabled: false })
    const key = ['-k', 'test-key', '-m', 'scripted', '-b', `${place.model}/v1`]
    await run(place, path.join(place.modules, '.bin/cline'), ['auth', 'openai-compatible', ...key]).ended
  },
  start: (place) =>
    run(
      place,
      path.join(place.modules, '.bin/cline'),
      ['--json', '--auto-approve', 'true', '-P', 'openai-compatible', '-m', 'scripted', '-k', 'test-key', prompt],
      { CLINE_SESSION_BACKEND_MODE: 'local' },
    ),
}

const continueCli: Program = {
  name: 'Continue CLI',
  packages: '@continuedev/cli@1.5.47',
  prepare: ({ home, model, servers }) =>
    writeJson(path.join(home, 'config.yaml'), {
      name: 'bench',
      version: '1.0.0',
      schema: 'v1',
      models: [
        {
          name: 'scripted',
          provider: 'openai',
          model: 'scripted',
          apiBase: `${model}/v1`,
          apiKey: 'test-key',
          roles: ['chat'],
          capabilities: ['tool_use'],
          useResponsesApi: false,
          defaultCompletionOptions: { contextLength: 1_000_000, maxTokens: 4000 },
        },
      ],
      mcpServers: Object.entries(servers).map(([name, entry]) => ({ name, ...entry })),
    }),
  start: (place) => {
    const config = path.join(place.home, 'config.yaml')
    const args = [path.join(place.modules, '.bin/cn'), '-p', '--auto', '--config', config, prompt]
    const off = { CONTINUE_CLI_ENABLE_TELEMETRY: '0', CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_AUTO_UPDATED: '1' }
    return run(place, process.execPath, args, off)
  },
}

/** Open-source hosts with a command line, as their own documentation says how to set them up, without telemetry. */
export const otherHosts: readonly Program[] = [codex, gemini, qwen, cline, continueCli]

/** The folder of a program's modules, and of its home. */
export const folderOf = ({ name }: Program): string => name.toLowerCase().replaceAll(' ', '-')

/** Starts a program in the host's home, with no variable of this process but where programs are. */
function run(place: Place, command: string, args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(command, args, {
    cwd: place.work,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: place.home,
      TMPDIR: place.home,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      BENCH_KEY: 'test-key',
      CODEX_HOME: path.join(place.home, '.codex'),
      ...env,
    },
    stdio: process.env['BENCH_SHOWS'] ? ['ignore', 'inherit', 'inherit'] : 'ignore',
  })
  if (child.pid === undefined) throw new Error(`${command} did not start.`)
  return { pid: child.pid, ended: once(child, 'close') }
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const writeJson = (file: string, value: object): void => write(file, JSON.stringify(value))
