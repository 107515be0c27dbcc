// Runs its tools as tasks (2025-11-25), each as its arguments say:
//   states: what tasks/get says, one after another, the last one without end     first: what the creation says
//   message, every, ttl, id: members of the task      alter: members of what tasks/get says instead
//   result: 'never' | { code, message } | members of the result      of: the task that the result says it is of
//   asks: tasks/result asks this question first, and returns its answer      forgets: after this many polls
//   progress: this many notices after the creation     tells: notifications/tasks/status before each of this many polls
//   grows: the length of its name      deaf: requests of these methods are not answered      stops: what tasks/cancel says
//   waitsFor: a file that must exist before its creation
// OFFERS=no: it does not declare that it runs tasks.
import { existsSync } from 'node:fs'
import { anything, env, serve, sleep, text } from './lib.mjs'

const tasks = new Map()
const related = (taskId) => ({ 'io.modelcontextprotocol/related-task': { taskId } })
const at = '2026-01-01T00:00:00Z'
const described = (id, { args }, status, message = args.message) => ({
  taskId: id,
  status,
  ...(message === undefined ? {} : { statusMessage: message }),
  createdAt: at,
  lastUpdatedAt: at,
  ttl: args.ttl ?? null,
  pollInterval: args.every ?? 250,
})
const statusOf = ({ args: { states = ['completed'] }, polls, status }) =>
  status ?? states[Math.min(polls, states.length) - 1] ?? 'working'

const known = (message, api) => {
  const id = message.params?.taskId
  const task = tasks.get(id)
  process.stderr.write(`${message.method} ${String(id).slice(0, 80)}\n`)
  if (!task) api.error(message, -32602, 'Failed to retrieve task: Task not found')
  else if (!task.args.deaf?.includes(message.method)) return { id, task }
  return undefined
}

/** The requests that began tasks. */
const calls = new Set()

async function begin(name, args, message, api) {
  calls.add(message.id)
  const meta = message.params._meta
  if (!message.params.task)
    return name === 'work' ? void api.error(message, -32601, 'Tool work requires task augmentation') : text('plainly')
  process.stderr.write(`ttl ${message.params.task.ttl}\n`)
  while (args.waitsFor && !existsSync(args.waitsFor)) await sleep(10)
  const id = args.grows ? 'x'.repeat(args.grows) : (args.id ?? `task-${tasks.size}`)
  const task = { args, polls: 0 }
  tasks.set(id, task)
  void (async () => {
    for (let i = 1; i <= (args.progress ?? 0); i++) {
      await sleep(120)
      const figures = { progress: i / 10, total: args.progress / 10, message: `step ${i}` }
      api.notify('notifications/progress', { progressToken: meta.progressToken, ...figures, _meta: related(id) })
    }
  })()
  if (args.tells) setTimeout(() => tell(id, task, api), 20)
  return args.at_once ? text('at once') : { task: described(id, task, args.first ?? 'working') }
}

function tell(id, task, api) {
  api.notify('notifications/tasks/status', described(id, task, 'completed', 'believe me'))
}

serve({
  name: 'tasks',
  era: env('MCP_ERA', 'legacy'),
  capabilities: {
    tools: {},
    ...(env('OFFERS') === 'no' ? {} : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
  },
  tools: [
    { name: 'work', inputSchema: anything, execution: { taskSupport: 'required' } },
    { name: 'either', inputSchema: anything, execution: { taskSupport: 'optional' } },
    { name: 'never', inputSchema: anything, execution: { taskSupport: 'forbidden' } },
  ],
  // A client that gives a task up can also cancel a poll that it waits for.
  onCancel: ({ requestId }) => calls.has(requestId) && process.stderr.write('cancelled a call\n'),
  call: begin,
  handlers: {
    'tasks/get': (message, api) => {
      const { id, task } = known(message, api) ?? {}
      if (!task) return
      task.polls++
      if (task.args.forgets !== undefined && task.polls > task.args.forgets)
        return api.error(message, -32602, 'Failed to retrieve task: Task not found')
      const words = task.args.messages?.[task.polls - 1]
      api.reply(message, { ...described(id, task, statusOf(task), words), ...task.args.alter })
      if (task.args.tells > task.polls) tell(id, task, api)
    },
    'tasks/result': async (message, api) => {
      const { id, task } = known(message, api) ?? {}
      const { args } = task ?? {}
      if (!task || args.result === 'never') return
      if (args.result?.code) return api.error(message, args.result.code, args.result.message)
      if (!args.asks) return api.reply(message, { ...text('done'), _meta: related(args.of ?? id), ...args.result })
      const answer = await api.request('elicitation/create', { ...args.asks, _meta: related(args.names ?? id) })
      task.status = 'completed'
      api.reply(message, { ...text(JSON.stringify(answer.result ?? answer.error)), _meta: related(id) })
    },
    'tasks/cancel': (message, api) => {
      const { id, task } = known(message, api) ?? {}
      if (!task) return
      task.status = 'cancelled'
      api.reply(message, described(id, task, task.args.stops ?? 'cancelled', 'as you wish'))
    },
  },
})
