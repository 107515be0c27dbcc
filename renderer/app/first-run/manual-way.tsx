import { useHost, useLink } from '../../state/replica.ts'
import { changeBeginning } from '../../state/models/beginning.ts'
import { playground } from '../../ui/servers/add-playground.tsx'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { Way } from './way.tsx'

const words = strings.firstRun.manual

/** No model: the playground comes with Atrium, and the user runs its tools. */
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
      title={words.title}
      lede={words.lede}
      facts={[{ gain: true, text: words.free }, { gain: true, text: words.contained }, { text: words.raw }]}
    >
      {explore.problem && <FieldError>{explore.problem}</FieldError>}
      <Button size="lg" busy={explore.busy} unavailable={block} onClick={() => void explore.run()}>
        {words.start}
      </Button>
    </Way>
  )
}
