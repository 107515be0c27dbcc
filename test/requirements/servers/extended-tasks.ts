import type { Requirements } from '../types.ts'

/** Calls that run as tasks of the extension `io.modelcontextprotocol/tasks` (SEP-2663). */
export const extendedTasks = {
  'TSX-1': {
    source: 'MCP extensions, tasks (SEP-2663), capability negotiation, task creation',
    behaviour:
      'A call of a server that declares the extension can end in a result or in a task; without the declaration, and for any other request, a task is an invalid response.',
  },
  'TSX-2': {
    source: 'MCP extensions, tasks (SEP-2663), capability negotiation, Streamable HTTP',
    behaviour: 'Each request about a task declares the extension, and over HTTP names its task in a header.',
  },
  'TSX-3': {
    source: 'MCP extensions, tasks (SEP-2663), polling',
    behaviour:
      'A task is asked about at the pace its server wants, between a quarter of a second and a minute; without one, every second at first and every ten later.',
  },
  'TSX-5': {
    source: 'MCP extensions, tasks (SEP-2663), security; docs/architecture.md, States',
    behaviour:
      'A task’s ID is on disk before the task is asked about, in no report and before no model; after a crash or a restart its call goes on with the same bindings, and nothing is sent again.',
  },
  'TSX-6': {
    source: 'MCP extensions, tasks (SEP-2663), input requests',
    behaviour: 'What a task wants to know is asked, consented to and recorded like the same request made plainly.',
  },
  'TSX-7': {
    source: 'MCP extensions, tasks (SEP-2663), input requests',
    behaviour: 'Each key is asked about once and answered once, one by one; a key stays used for the task’s life.',
  },
  'TSX-8': {
    source: 'MCP extensions, tasks (SEP-2663), cancellation',
    behaviour:
      'A call that is given up asks its task to stop by the task’s own request, says so, and takes the end that its server reports within seconds.',
  },
  'TSX-9': {
    source: 'MCP extensions, tasks (SEP-2663), time to live',
    behaviour: 'A task that outlives the time its server keeps it ends its call, with a sentence.',
  },
  'TSX-10': {
    source: 'MCP extensions, tasks (SEP-2663), end states',
    behaviour:
      'A failed task fails its call with the server’s error, a completed one gives its result even if that is a tool’s error, a cancelled one says who cancelled it.',
  },
  'TSX-11': {
    source: 'MCP extensions, tasks (SEP-2663), results',
    behaviour: 'The result inside a task is read as the result of the call, whether it names its kind or not.',
  },
  'TSX-12': {
    source: 'MCP extensions, tasks (SEP-2663); specification 2026-07-28, patterns/mrtr',
    behaviour: 'A call can ask for input before it becomes a task, and again as one.',
  },
  'TSX-13': {
    source: 'MCP extensions, tasks (SEP-2663), status messages',
    behaviour: 'A task shows since when it works or waits, how often it is asked about, and its server’s message, cut.',
  },
  'TSX-14': {
    source: 'docs/protocol-support.md, Tasks',
    behaviour:
      'Whatever a server does with such a task, its call ends once, with a sentence, and no other call is affected.',
  },
} satisfies Requirements
