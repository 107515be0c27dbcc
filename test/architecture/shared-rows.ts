import type { Row } from './rows.ts'

const room = (name: string): string => `shared/${name}/`
const rooms = (...names: string[]): string[] => names.map(room)

/** Code shared by the host and its UIs. Rooms build on earlier ones. */
export const sharedRows: Row[] = [
  { part: room('text'), ours: [], packages: [] },
  { part: room('schema'), ours: rooms('text'), packages: [] },
  { part: room('content'), ours: rooms('schema', 'text'), packages: ['zod'] },
  { part: room('changes'), ours: rooms('schema'), packages: ['zod'] },
  {
    part: room('config'),
    ours: rooms('content', 'schema', 'text'),
    packages: ['zod'],
  },
  { part: room('asks'), ours: rooms('changes', 'config', 'content', 'schema'), packages: ['zod'] },
  { part: room('rules'), ours: rooms('schema', 'text'), types: rooms('asks'), packages: ['zod'] },
  { part: room('risk'), ours: rooms('config', 'text'), types: rooms('asks'), packages: [] },
  {
    part: room('events'),
    ours: rooms('changes', 'config', 'content', 'rules', 'schema'),
    types: rooms('asks'),
    packages: [],
  },
  {
    part: room('state'),
    ours: rooms('config', 'events', 'rules', 'schema', 'text'),
    types: rooms('asks', 'changes', 'content'),
    packages: [],
  },
  { part: room('costs'), ours: rooms('config'), types: rooms('events', 'state'), packages: [] },
  {
    part: room('contract'),
    ours: rooms('config', 'content', 'rules', 'schema'),
    types: rooms('changes', 'events', 'state', 'text'),
    packages: ['zod'],
  },
]
