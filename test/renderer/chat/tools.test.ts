import { expect, test } from 'vitest'
import type { CallableTool } from '../../../renderer/state/callable-tools.ts'
import { countOn, rowsOfTools } from '../../../renderer/chat/tools/tools-rows.ts'

const claims = { readOnly: true, destructive: false, idempotent: true, openWorld: false }
const tools: CallableTool[] = Array.from({ length: 400 }, (_, index) => ({
  server: `s${index % 4}`,
  serverName: `Server ${index % 4}`,
  tool: { name: `tool_${index}`, description: index === 7 ? 'Finds the needle.' : 'Does things.', hash: '', claims },
})).toSorted((a, b) => (a.server < b.server ? -1 : 1))

test('[COM-11] finds one of four hundred tools by search and shows it below its server', () => {
  expect(rowsOfTools(tools, undefined, '')).toHaveLength(404)
  expect(rowsOfTools(tools, undefined, 'NEEDLE server 3').map(({ key }) => key)).toEqual(['s3', 's3\ntool_7'])
  expect(rowsOfTools(tools, undefined, 'nowhere')).toEqual([])
})

test('[COM-11] counts the tools that the model sees, in total and for each server', () => {
  const off = { s0: 'all' as const, s1: ['tool_1', 'gone'] }
  expect(countOn(tools, undefined)).toBe(400)
  expect(countOn(tools, off)).toBe(299)
  const servers = rowsOfTools(tools, off, '').flatMap((row) => (row.kind === 'server' ? [row.on.length] : []))
  expect(servers).toEqual([0, 99, 100, 100])
  expect(rowsOfTools(tools, off, 'tool_0')).toMatchObject([{ on: [] }, { isOn: false }])
})

test('[COM-11] hides the tools of folded servers, but not from a search', () => {
  const folded = new Set(['s0', 's1', 's2'])
  const rows = rowsOfTools(tools, undefined, '', folded)
  expect(rows).toHaveLength(104)
  expect(rows[0]).toMatchObject({ kind: 'server', server: 's0', isFolded: true, on: { length: 100 } })
  expect(rowsOfTools(tools, undefined, 'tool_0', folded).map(({ key }) => key)).toEqual(['s0', 's0\ntool_0'])
})
