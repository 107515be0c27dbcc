import { useEffect, useEffectEvent, useState } from 'react'
import { useHost, useLink } from '../../state/replica.ts'
import { changeBeginning } from '../../state/models/beginning.ts'
import { changeDesk, openForm } from '../../state/forms/desk.ts'
import { requestFormFocus } from '../../state/form-focus.ts'
import { playground } from '../../ui/servers/add-playground.tsx'
import { firstRun } from '../../strings/first-run.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { Way, type WayControls } from './way.tsx'

const words = firstRun.manual

/** The playground's tool that runs as it is, with a result at once. */
const sample = 'roll_dice'

/** Without a model: adds the playground, whose tools the user runs. One tool's form is open at the start. */
export function ManualWay({ block, onSetUp, onBegin }: WayControls) {
  const link = useLink()
  const isThere = useHost(({ configured }) => Object.hasOwn(configured.servers, playground.id))
  const hasModel = useHost(({ configured }) => configured.settings.models.default !== undefined)
  const server = useHost(({ servers }) => servers[playground.id])
  const [isAdded, setAdded] = useState(false)
  const explore = useAction(async () => {
    onSetUp()
    if (!isThere) await link.call('addServer', playground)
    setAdded(true)
  })
  const definition = server?.status.state === 'ready' ? server.tools[sample]?.hash : undefined
  const hasEnded = server !== undefined && ['ready', 'failed', 'off'].includes(server.status.state)
  const isSettled = isAdded && (definition !== undefined || hasEnded)
  const begin = useEffectEvent(() => {
    if (hasModel) changeBeginning({ choice: null })
    if (definition !== undefined) {
      changeDesk(undefined, openForm({ server: playground.id, tool: sample, definition }))
      requestFormFocus()
    }
    onBegin()
  })
  useEffect(() => {
    if (isSettled) begin()
  }, [isSettled])
  return (
    <Way icon="compass" title={words.title} lede={words.lede}>
      {explore.problem && <FieldError>{explore.problem}</FieldError>}
      <Button busy={explore.busy || isAdded} unavailable={block} onClick={() => void explore.run()}>
        {words.start}
      </Button>
    </Way>
  )
}
