import { useState } from 'react'
import type { Endpoint } from '../../../shared/config/settings.ts'
import { hostAndPort } from '../../state/models/endpoints.ts'
import { modelsOf } from '../../../shared/state/known-model.ts'
import { useHost } from '../../state/replica.ts'
import { providers } from '../../strings/providers.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { FactsForm } from './facts-form.tsx'
import { ModelRow } from './model-row.tsx'
import styles from './models.module.css'

const words = providers.list

/** How many models are shown at a time. */
const atOnce = 20
/** From this many on, there is a search field. */
const manyModels = 8

type ModelListProps = { id: string; name: string; endpoint: Endpoint; block: string | undefined }

/** An endpoint's models with what is known of each: those it lists, and those the user named. */
export function ModelRows({ id, name, endpoint, block }: ModelListProps) {
  const configured = useHost((state) => state.configured)
  const lists = useHost((state) => state.models)
  const probes = useHost((state) => state.probes)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(atOnce)
  const [naming, setNaming] = useState(false)
  const all = modelsOf(id, { configured, models: lists, probes })
  const wanted = typed.trim().toLowerCase()
  const found = all.filter(({ said }) => `${said.name} ${said.id}`.toLowerCase().includes(wanted))
  return (
    <div className="stack">
      {all.length >= manyModels && <SearchField label={words.search(all.length)} value={typed} onChange={setTyped} />}
      {found.length === 0 && wanted !== '' && (
        <p className="small breaks ink3 num">{words.nothing(plainLabel(typed, 60))}</p>
      )}
      {found.length > 0 && (
        <ul className={styles.list} aria-label={words.label(name)}>
          {found.slice(0, shown).map((model) => (
            <ModelRow
              key={model.said.id}
              model={model}
              choice={{ endpoint: id, model: model.said.id }}
              host={hostAndPort(endpoint.baseUrl)}
              block={block}
            />
          ))}
        </ul>
      )}
      <div className="row wrap">
        {found.length > shown && (
          <Button size="sm" onClick={() => setShown(shown + 5 * atOnce)}>
            {words.more(found.length - shown)}
          </Button>
        )}
        <Button size="sm" kind="ghost" icon="plus" unavailable={block} onClick={() => setNaming(true)}>
          {words.addById}
        </Button>
      </div>
      {naming && <FactsForm endpoint={id} onClose={() => setNaming(false)} />}
    </div>
  )
}
