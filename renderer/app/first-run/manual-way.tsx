import { useHost, useReplica } from '../../state/replica.ts'
import { changeBeginning } from '../../state/models/beginning.ts'
import { changeDesk, openForm } from '../../state/forms/desk.ts'
import { requestFormFocus } from '../../state/form-focus.ts'
import { firstRun } from '../../strings/first-run.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields/field.tsx'
import { usePlayground } from './use-playground.ts'
import { Way, type WayControls } from './way.tsx'

const words = firstRun.manual

/** The playground's tool that runs as it is, with a result at once. */
const sample = 'roll_dice'

/** Without a model: adds the playground, whose tools the user runs. One tool's form is open at the start. */
export function ManualWay({ block, onSetUp, onBegin }: WayControls) {
  const hasModel = useHost(({ configured }) => configured.settings.models.default !== undefined)
  const replica = useReplica()
  const { add, isUnderway } = usePlayground(onSetUp, (server) => {
    const definition = replica.state.servers[server]?.tools[sample]?.hash
    if (hasModel) changeBeginning({ choice: null })
    if (definition !== undefined) {
      changeDesk(undefined, openForm({ server, tool: sample, definition }))
      requestFormFocus()
    }
    onBegin()
  })
  return (
    <Way icon="compass" title={words.title} lede={words.lede}>
      {add.problem && <FieldError>{add.problem}</FieldError>}
      <Button busy={isUnderway} unavailable={block} onClick={() => void add.run()}>
        {words.start}
      </Button>
    </Way>
  )
}
