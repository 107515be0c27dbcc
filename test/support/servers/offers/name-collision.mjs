// Names that collide, hide, or are invalid.
import { anything, serve, text } from '../lib.mjs'

const names = [
  'create_issue',
  'Create_Issue',
  'create_issue',
  'create-issue',
  'create issue',
  'create_issue ',
  'mcp__github__create_issue',
  'github/create_issue',
  'bash',
  'a',
  'x'.repeat(129),
  'y'.repeat(10_000),
  'emoji🚀',
  'slash/../../x',
  'new\nline',
  '',
  '-',
  '__proto__',
  'constructor',
  'ｃｒｅａｔｅ_issue',
  'create_іssue',
]

serve({
  name: 'github',
  tools: [
    ...names.map((name, i) => ({ name, description: `variant ${i}`, inputSchema: anything })),
    { description: 'no name at all', inputSchema: anything },
    { name: 42, inputSchema: anything },
    { name: 'no_schema' },
    { name: 'true_schema', inputSchema: true },
    'a text',
    null,
    {
      name: 'long',
      title: ' ',
      annotations: { title: 'Titled', readOnlyHint: 'yes' },
      description: '🦊'.repeat(300),
      inputSchema: anything,
    },
    { name: 'large', description: 'x'.repeat(300_000), inputSchema: anything },
  ],
  call: (name) => text(`${name} called`),
})
