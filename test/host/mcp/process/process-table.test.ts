import { spawn } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { contain, endGroup, findContainment } from '../../../../main/host/mcp/process/containment.ts'
import { sampleProcesses } from '../../../../main/host/mcp/process/process-activity.ts'
import { familyOf, fromCim, fromPs } from '../../../../main/host/mcp/process/process-table.ts'

const levels = (await findContainment()) === 'namespace' ? (['namespace', 'guard'] as const) : (['guard'] as const)

/** A program with a child, and a child whose own parent is gone. */
const family = 'sleep 61 & (sleep 62 &) ; exec sleep 63'

describe('a server’s process tree', () => {
  test.each(levels)('[SPG-5] is measured with its orphans at the level %s', async (level) => {
    const { command, args, env } = contain(level, '/bin/sh', ['-c', family], {})
    const stdio = ['pipe', 'ignore', 'ignore', 'pipe'] as const
    const root = spawn(command, args, { env, detached: true, stdio: [...stdio] })
    try {
      const seen = await vi.waitUntil(
        async () => {
          const sample = await sampleProcesses(root.pid ?? 0)
          return sample?.processes.filter(({ name }) => name === 'sleep').length === 3 ? sample : undefined
        },
        { timeout: 20_000 },
      )
      expect(seen.count).toBeGreaterThanOrEqual(3)
      expect(seen.memory).toBe(seen.processes.reduce((sum, { memory }) => sum + memory, 0))
      expect(seen.processes.every(({ memory }) => memory > 0)).toBe(true)
    } finally {
      endGroup(root.pid ?? 0)
    }
  })

  test('[SPG-5] is undefined for a process that has ended', async () => {
    expect(await sampleProcesses(2 ** 22 + 1)).toBeUndefined()
  })

  test('[SPG-5] is read from the lines of ps, with times in days', () => {
    const text =
      '    1     0     1  1200   0:01.50 /sbin/launchd\n  700     1   700  2048 1-02:00:01 /opt/My App/bin/node\n'
    expect(fromPs(`${text}garbage\n`)).toEqual([
      { pid: 1, parent: 0, group: 1, memory: 1_228_800, cpuMs: 1500, name: 'launchd' },
      { pid: 700, parent: 1, group: 700, memory: 2_097_152, cpuMs: 93_601_000, name: 'node' },
    ])
  })

  test('[SPG-5] is read from what PowerShell says about one process or several', () => {
    const row = { ProcessId: 8, ParentProcessId: 4, Name: 'node.exe', WorkingSetSize: 4096 }
    const read = { pid: 8, parent: 4, name: 'node.exe', memory: 4096, cpuMs: 3 }
    const times = { KernelModeTime: 10_000, UserModeTime: '20000' }
    expect(fromCim(JSON.stringify({ ...row, ...times }))).toEqual([read])
    expect(
      fromCim(
        JSON.stringify([
          { ...row, ...times },
          { ProcessId: 4, Name: null },
        ]),
      ),
    ).toEqual([read, { pid: 4, parent: 0, name: '', memory: 0, cpuMs: 0 }])
  })

  test('[SPG-5] leaves out processes of other trees and groups', () => {
    const row = (pid: number, parent: number, group: number) => ({ pid, parent, group, name: 'x', cpuMs: 0 })
    const rows = [row(5, 1, 5), row(6, 5, 6), row(7, 6, 6), row(8, 1, 5), row(9, 1, 9), row(10, 9, 9)]
    expect(familyOf(rows, 5).map(({ pid }) => pid)).toEqual([5, 6, 7, 8])
  })
})
