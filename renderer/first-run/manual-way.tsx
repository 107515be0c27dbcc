import { useHost, useLink } from '../host.ts'
import { changeBeginning } from '../models/beginning.ts'
import { playground } from '../servers/add-playground.tsx'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Way } from './way.tsx'

/** No model at all: the playground comes with Atrium, and the person runs its tools herself. */
export function ManualWay({ block, onBegin }: { block: string | undefined; onBegin(): void }) {
  const link = useLink()
  const isThere = useHost(({ configured }) => Object.hasOwn(configured.servers, playground.id))
  const hasModel = useHost(({ configured }) => configured.settings.models.default !== undefined)
  const explore = useAction(async () => {
    if (!isThere) await link.call('addServer', playground)
    if (hasModel) changeBeginning({ choice: null })
    onBegin()
  })
  return (
    <Way
      icon="compass"
      title="Explore without a model"
      lede="A playground with a dozen small tools is included. You choose each tool yourself and see what it returns."
      facts={[
        { gain: true, text: 'No key, no download, no cost' },
        { gain: true, text: 'The playground reaches no file and no network' },
        { text: 'Nobody answers in sentences; you see raw results' },
      ]}
    >
      {explore.problem && <FieldError>{explore.problem}</FieldError>}
      <Button size="lg" busy={explore.busy} unavailable={block} onClick={() => void explore.run()}>
        Start exploring
      </Button>
    </Way>
  )
}
