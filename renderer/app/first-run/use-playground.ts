import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { playground } from '../../ui/servers/add-playground.tsx'

/** Adds the playground, and calls `onSettled` with its ID once its tools are there or it has ended. */
export function usePlayground(onSetUp: () => void, onSettled: (id: string) => void) {
  const link = useLink()
  const isThere = useHost(({ configured }) => Object.hasOwn(configured.servers, playground.id))
  const isSettled = useHost(({ servers }) => {
    const server = servers[playground.id]
    if (server?.status.state === 'ready') return Object.keys(server.tools).length > 0
    return server?.status.state === 'failed' || server?.status.state === 'off'
  })
  const [isAdded, setAdded] = useState(false)
  const add = useAction(async () => {
    onSetUp()
    if (!isThere) await link.call('addServer', playground)
    setAdded(true)
  })
  const settle = useEffectEvent(() => onSettled(playground.id))
  useEffect(() => {
    if (isAdded && isSettled) settle()
  }, [isAdded, isSettled])
  return { add, isUnderway: add.busy || isAdded }
}
