// Runs its tool `work` as tasks of the extension (SEP-2663), each as its arguments say:
//   states: what tasks/get says, one after another, the last one without end     first: what the creation says
//   message, every, ttl, id: members of the task      alter: members of what tasks/get says instead
//   asks: input requests by key, until they are answered; `more` are further ones after that
//   result, error: how it ends      plainly: it answers at once      inFirst: it asks before it makes a task
//   deaf: requests of these methods are refused with an error      stops: the outcome of tasks/cancel
// KEEP=<file>: tasks outlive the process.   DECLARES=no: it does not declare the extension, but makes tasks.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { anything, env, serve, text } from './lib.mjs'

const extension = 'io.modelcontextprotocol/tasks'
const file = process.env.KEEP
let tasks = new Map()
try {
  if (file) tasks = new Map(JSON.parse(readFileSync(file, 'utf8')))
} catch {
  process.stderr.write('no tasks yet\n')
}
// Whole or not at all: it can be killed at any moment.
const keep = () => {
  if (!file) return
  writeFileSync(`${file}.new`, JSON.stringify([...tasks]))
  renameSync(`${file}.new`, file)
}
const at = '2026-01-01T00:00:00Z'

const open = ({ args, answers }) => {
  const left = (wanted = {}) => Object.fromEntries(Object.entries(wanted).filter(([key]) => !(key in answers)))
  const first = left(args.asks)
  return Object.keys(first).length > 0 ? first : left(args.more)
}
const statusOf = (task) => {
  const { args, polls, status } = task
  if (status) return status
  if (Object.keys(open(task)).length > 0) return 'input_required'
  const { states = ['completed'] } = args
  return states[Math.min(polls, states.length) - 1] ?? 'working'
}
const described = (id, { args }, status) => ({
  taskId: id,
  status,
  ...(args.message === undefined ? {} : { statusMessage: args.message }),
  createdAt: at,
  lastUpdatedAt: at,
  ttlMs: args.ttl ?? null,
  ...(args.every === null ? {} : { pollIntervalMs: args.every ?? 250 }),
})
function detailed(id, task) {
  const status = statusOf(task)
  const { args, answers } = task
  const said = { ...text(Object.keys(answers).length > 0 ? JSON.stringify(answers) : 'done'), ...args.result }
  return {
    ...described(id, task, status),
    ...(status === 'input_required' && { inputRequests: open(task) }),
    ...(status === 'completed' && { result: args.result === null ? undefined : said }),
    ...(status === 'failed' && { error: args.error ?? { code: -32603, message: 'It broke' } }),
    ...args.alter,
  }
}

const known = (message, api) => {
  const id = message.params?.taskId
  const { [`io.modelcontextprotocol/clientCapabilities`]: said } = message.params?._meta ?? {}
  process.stderr.write(
    `${message.method} ${String(id).slice(0, 80)}${said?.extensions?.[extension] ? '' : ' undeclared'}\n`,
  )
  const task = tasks.get(id)
  if (!task) return void api.error(message, -32602, 'Unknown task')
  if (task.args.deaf?.includes(message.method)) return void api.error(message, -32603, 'Not now')
  return { id, task }
}

serve({
  name: 'extended-tasks',
  era: env('MCP_ERA', 'modern'),
  capabilities: { tools: {}, ...(env('DECLARES') === 'no' ? {} : { extensions: { [extension]: {} } }) },
  tools: [
    { name: 'work', inputSchema: anything },
    { name: 'required', inputSchema: anything, execution: { taskSupport: 'required' } },
  ],
  call: (_name, args, message) => {
    process.stderr.write(`called\n`)
    if (args.plainly) return text('plainly')
    if (args.inFirst && !message.params.inputResponses)
      return { resultType: 'input_required', inputRequests: args.inFirst, requestState: 'first' }
    const id = args.id ?? `secret-handle-${tasks.size}-of-a-task`
    const task = { args, polls: 0, answers: {} }
    tasks.set(id, task)
    keep()
    return { resultType: 'task', ...described(id, task, args.first ?? 'working') }
  },
  handlers: {
    'tasks/get': (message, api) => {
      const { id, task } = known(message, api) ?? {}
      if (!task) return
      task.polls++
      keep()
      api.reply(message, detailed(id, task))
    },
    'tasks/update': (message, api) => {
      const { task } = known(message, api) ?? {}
      if (!task) return
      process.stderr.write(`answered ${Object.keys(message.params.inputResponses).join(' ')}\n`)
      Object.assign(task.answers, message.params.inputResponses)
      keep()
      api.reply(message, {})
    },
    'tasks/cancel': (message, api) => {
      const { task } = known(message, api) ?? {}
      if (!task) return
      task.status = task.args.stops === 'never' ? undefined : (task.args.stops ?? 'cancelled')
      keep()
      api.reply(message, {})
    },
  },
})
