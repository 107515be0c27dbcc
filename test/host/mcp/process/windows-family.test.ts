import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { familyOf, fromCim, type ProcessRow } from '../../../../main/host/mcp/process/process-table.ts'
import { RunFile } from '../../../../main/host/mcp/process/run-file.ts'
import {
  endLeft,
  type FamilySystem,
  type Member,
  WindowsFamily,
} from '../../../../main/host/mcp/process/windows-family.ts'

const start = 1_700_000_000_000
const momentAt = (ms: number): string => String((BigInt(start + ms) + 11_644_473_600_000n) * 10_000n)

/** A Windows whose processes have numbers, parents and creation times in milliseconds; time passes by waits only. */
class Windows implements FamilySystem {
  rows: ProcessRow[] = []
  readonly ended: number[] = []
  ms = 0
  /** Called after each wait. */
  later = (): void => {}

  run(pid: number, parent: number, at = this.ms): void {
    this.rows = this.rows.filter((row) => row.pid !== pid)
    this.rows.push({ pid, parent, name: 'x.exe', cpuMs: 0, started: momentAt(at) })
  }

  stop(...pids: number[]): void {
    this.rows = this.rows.filter(({ pid }) => !pids.includes(pid))
  }

  processes = (): Promise<ProcessRow[]> => Promise.resolve([...this.rows])
  end = (pids: number[]): Promise<void> => {
    this.ended.push(...pids)
    this.stop(...pids)
    return Promise.resolve()
  }
  now = (): number => this.ms
  today = (): number => start + this.ms
  wait = (ms: number): Promise<void> => {
    this.ms += ms
    this.later()
    return Promise.resolve()
  }
}

/** A package runner (10) with cmd (11) and the server itself (12), beside Atrium (5) and another program (90). */
function family() {
  const windows = new Windows()
  windows.run(5, 1, -60_000)
  windows.run(90, 1, -50_000)
  windows.run(10, 5)
  const notes: Member[][] = []
  const own = new WindowsFamily(10, (members) => notes.push(members), windows)
  return { windows, own, notes }
}

async function grown() {
  const made = family()
  await made.own.look()
  made.windows.ms = 1000
  made.windows.run(11, 10)
  made.windows.run(12, 11)
  await made.own.look()
  return made
}

describe('[WIN-10] a server’s processes on Windows', () => {
  test('end after the first one, even if one in the middle ended before', async () => {
    const { windows, own } = await grown()
    windows.stop(10, 11)
    await own.endRest(0)
    expect(windows.ended).toEqual([12])
    expect(windows.rows.map(({ pid }) => pid)).toEqual([5, 90])
  })

  test('end if they were never seen, as children of the first one', async () => {
    const { windows, own } = family()
    await own.look()
    windows.ms = 3000
    windows.run(11, 10)
    windows.run(12, 11)
    windows.stop(10)
    await own.endRest(0)
    expect(windows.ended).toEqual([11, 12])
  })

  test('end if the first one had ended before the first look', async () => {
    const windows = new Windows()
    windows.run(12, 10, 100)
    windows.run(13, 10, -90_000)
    await new WindowsFamily(10, () => {}, windows).endRest(0)
    expect(windows.ended).toEqual([12])
  })

  test('get their time to end by themselves', async () => {
    const { windows, own } = await grown()
    windows.stop(10)
    windows.later = () => windows.ms >= 2000 && windows.stop(11, 12)
    await own.endRest(5000)
    expect(windows.ended).toEqual([])
    expect(windows.ms).toBeLessThan(3000)
  })

  test('end with the processes they start while they are ended', async () => {
    const { windows, own } = await grown()
    windows.stop(10)
    const end = windows.end
    windows.end = (pids) => {
      if (!pids.includes(14)) windows.run(14, 12)
      return end(pids)
    }
    await own.endRest(0)
    expect(windows.ended).toEqual([11, 12, 14])
  })

  test('are never confused with later processes that have their numbers', async () => {
    const { windows, own } = await grown()
    windows.stop(10, 11, 12)
    windows.ms = 2000
    for (const pid of [10, 11, 12]) windows.run(pid, 90)
    windows.run(20, 10, 2500)
    windows.run(21, 12, 2500)
    await own.endRest(0)
    expect(windows.ended).toEqual([])
    windows.stop(10)
    await own.endRest(0)
    expect(windows.ended).toEqual([])
    const late = new Windows()
    late.run(10, 90, 60_000)
    late.run(20, 10, 70_000)
    await new WindowsFamily(10, () => {}, late).endRest(0)
    expect(late.ended).toEqual([])
  })

  test('are noted with their creation times, and ended by the next Atrium exactly', async () => {
    const { windows, notes } = await grown()
    const left = notes.at(-1) ?? []
    expect(left.map(({ pid }) => pid)).toEqual([10, 11, 12])
    windows.stop(5, 10, 11)
    windows.run(13, 12, 2000)
    windows.run(11, 90, 5000)
    windows.run(14, 11, 6000)
    windows.run(15, 12, -70_000)
    await endLeft(left, windows)
    expect(windows.ended).toEqual([12, 13])
  })

  test('count as running until the system lists processes without them', async () => {
    const { windows, own } = await grown()
    const list = windows.processes
    let refused = 2
    windows.processes = () => (refused-- > 0 ? Promise.resolve([]) : list())
    expect(await own.endRest(0)).toBe(true)
    expect(windows.ended).toEqual([10, 11, 12])
    windows.processes = () => Promise.resolve([])
    expect(await own.endRest(0)).toBe(false)
  })

  test('of an earlier Atrium are asked for again if the system doesn’t list them', async () => {
    const { windows, notes } = await grown()
    const left = notes.at(-1) ?? []
    const list = windows.processes
    let refused = 1
    const slow: FamilySystem = {
      processes: () => (refused-- > 0 ? Promise.resolve(undefined) : list()),
      end: windows.end,
      now: windows.now,
      today: windows.today,
      wait: windows.wait,
    }
    expect(await endLeft(left, slow)).toBe(true)
    expect(windows.ended).toEqual([10, 11, 12])
    expect(await endLeft(left, { ...slow, processes: () => Promise.resolve(undefined) })).toBe(false)
    expect(await endLeft(left, { ...slow, processes: list, end: () => Promise.resolve() })).toBe(true)
  })
})

test('[WIN-10] keeps the note of what an earlier Atrium left until it has ended', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'families-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const noted = () => JSON.parse(readFileSync(join(directory, 'running.json'), 'utf8'))
  const first = new RunFile(directory, () => Promise.resolve(true))
  first.reap()
  first.addFamily('a', 10, [{ pid: 12, started: '133770000000000001' }])
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked: Member[][] = []
  const unknowing = new RunFile(directory, (left) => Promise.resolve(false).finally(() => asked.push(left)))
  unknowing.reap()
  await vi.waitFor(() => expect(asked.splice(0)).toMatchObject([[{ pid: 12 }]]))
  expect(noted()).toMatchObject([{ server: 'a', pid: 12 }])
  const second = new RunFile(directory, (left) => promise.finally(() => asked.push(left)))
  second.reap()
  second.addFamily('b', 20, [{ pid: 20, started: '133770000000000009' }])
  expect(noted()).toMatchObject([{ pid: 20 }, { server: 'a', pid: 12, started: '133770000000000001' }])
  resolve(true)
  await vi.waitFor(() => expect(noted()).toMatchObject([{ pid: 20 }]))
  expect(asked).toMatchObject([[{ pid: 12 }]])
  second.remove(20)
  expect(noted()).toEqual([])
})

describe('[WIN-10] the table of Windows’ processes', () => {
  const recorded = JSON.stringify([
    { ProcessId: 0, ParentProcessId: 0, Name: 'System Idle Process', WorkingSetSize: 8192, Started: null },
    {
      ProcessId: 4120,
      ParentProcessId: 980,
      Name: 'node.exe',
      WorkingSetSize: 50_000_000,
      Started: '133770000000000001',
    },
    {
      ProcessId: 980,
      ParentProcessId: 4120,
      Name: 'winlogon.exe',
      WorkingSetSize: 9_000_000,
      Started: '133769999999999990',
    },
    { ProcessId: 5000, ParentProcessId: 4120, Name: 'cmd.exe', WorkingSetSize: 4096, Started: '133770000000000002' },
  ])

  test('has creation times to the last digit', () => {
    expect(fromCim(recorded).map(({ started }) => started)).toEqual([
      undefined,
      '133770000000000001',
      '133769999999999990',
      '133770000000000002',
    ])
  })

  test('places no process below a younger one that has its parent’s number', () => {
    expect(familyOf(fromCim(recorded), 4120).map(({ pid }) => pid)).toEqual([4120, 5000])
  })
})
