import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ConfigurationChange } from '../../../shared/contract/history-commands.ts'
import { problemOf, useInOrder } from '../../state/action.ts'
import { useHost, useLink, useReplica } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { serverHistory } from '../../strings/servers/servers-history.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'
import { defined } from '../../../shared/schema/json.ts'

type Known = { rows: ConfigurationChange[]; next: number; hasMore: boolean }

/** Pages of changes, newest first, read again whenever the configuration changes. */
export function useChanges(server: string | undefined) {
  const link = useLink()
  const configured = useHost((state) => state.configured.servers)
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const read = async (before: number | undefined): Promise<Known> => {
    const { rows, more, next } = await link.call('listConfigurationChanges', {
      ...defined({ server, before }),
    })
    return { rows, next, hasMore: more }
  }
  const readFirst = useEffectEvent(() => read(undefined))
  useEffect(() => {
    let isOver = false
    readFirst().then(
      (found) => {
        if (isOver) return
        setKnown(found)
        setProblem(undefined)
      },
      (error: unknown) => isOver || setProblem(problemOf(error)),
    )
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when these change
  }, [link, server, configured, round])
  const more = async (): Promise<void> => {
    if (!known || isBusy) return
    setBusy(true)
    try {
      const page = await read(known.next)
      setKnown((now) => now && { ...page, rows: [...now.rows, ...page.rows] })
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  return {
    rows: known?.rows,
    hasMore: known?.hasMore === true,
    problem,
    isBusy,
    more: () => void more(),
    again: () => setRound((now) => now + 1),
  }
}

/** Offers to remove a server that was just added. Its history offers that later. */
export function useUndoAdded(): (id: string) => void {
  const replica = useReplica()
  const link = useLink()
  const offer = useUndoToast()
  const undo = useInOrder(async (id: string) => {
    const { [id]: config } = replica.state.configured.servers
    if (!config) return
    const { removed } = await link.call('undoImport', { servers: { [id]: config } })
    if (removed.includes(id)) navigate({ page: 'servers' })
  })
  const { run } = undo
  return useCallback((id) => offer(serverHistory.added, () => void run(id)), [offer, run])
}
