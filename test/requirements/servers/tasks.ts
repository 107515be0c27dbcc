import type { Requirements } from '../types.ts'

/** Calls that run as tasks of revision 2025-11-25. */
export const tasks = {
  'TSK-1': {
    source: 'specification 2025-11-25, basic/utilities/tasks#tool-level-negotiation',
    behaviour:
      'A tool that demands it is called as a task of a server that offers tasks, and no other tool is; where that is impossible nothing is sent, and a sentence says why.',
  },
  'TSK-2': {
    source: 'specification 2025-11-25, basic/utilities/tasks#polling',
    behaviour:
      'A task is asked about at the pace that its server wants, within bounds, until it is over; what is said unasked only makes the next question come sooner.',
  },
  'TSK-3': {
    source: 'specification 2025-11-25, basic/utilities/tasks#input-required-status; docs/protocol-support.md, Tasks',
    behaviour: 'A task that wants input gets to ask, and what it asks belongs to exactly its call.',
  },
  'TSK-4': {
    source: 'specification 2025-11-25, basic/utilities/cancellation, tasks#task-cancellation',
    behaviour: 'A call that is given up cancels its task, never the request that began it, and says what came of that.',
  },
  'TSK-5': {
    source: 'docs/protocol-support.md, Tasks',
    behaviour: 'Whatever a server does with its tasks, the call ends, with a sentence that says that it may have run.',
  },
  'TSK-6': {
    source: 'specification 2025-11-25, basic/utilities/progress, tasks#task-progress-notifications',
    behaviour: 'Progress of a task is heard for as long as the task lives.',
  },
  'TSK-7': {
    source: 'docs/architecture.md, The journal; specification 2025-11-25, tasks: clients should log the lifecycle',
    behaviour:
      'The name and the changes of status of a task are in the log, bounded; what stays open when the host ends is interrupted, and may have run.',
  },
  'TSK-8': {
    source: 'docs/protocol-support.md, Tasks',
    behaviour:
      'A call that runs as a task says so, with its server’s words; one that is told to stop says that until the end is known.',
  },
} satisfies Requirements
