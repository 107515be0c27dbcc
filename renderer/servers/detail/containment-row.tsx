import { useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { Row } from '../edit/row.tsx'
import { useWantedEntry } from '../status/failure-steps.tsx'
import { ContainmentChoice } from './containment-choice.tsx'
import type { SuggestedEntry } from './containment-draft.ts'
import { containmentOf, type Held } from './containment-words.ts'

const texts = serverDetail.containment

type Limit = Held['limits'][number]

/** A server's containment with its real limits; what they leave open is behind a press. */
export function ContainmentRow({
  server: { id, name, state },
  config,
}: {
  server: ServerSummary
  config: ServerConfig
}) {
  const { status } = state
  const block = useAdminBlock()
  const [isOpen, setOpen] = useState(false)
  const [suggested, setSuggested] = useState<SuggestedEntry>()
  const close = (): void => {
    setOpen(false)
    setSuggested(undefined)
  }
  useWantedEntry(id, (entry) => {
    if (block !== undefined) return
    setSuggested(entry)
    setOpen(true)
  })
  const isSignedIn = useHost((host) => consentOf(host, id).signedIn !== undefined)
  const containment = status.state === 'ready' ? status.containment : undefined
  const { words, limits } = containmentOf(config, containment, isSignedIn)
  const isMain = ({ name: of }: Limit): boolean => of !== texts.limits.end && of !== texts.limits.time
  const rest = limits.filter((limit) => !isMain(limit) || limit.gap !== undefined)
  return (
    <Row title={texts.title}>
      <p className="medium">{words}</p>
      <FactList framed={false}>
        {limits.filter(isMain).map(({ name: title, words: limit }) => (
          <Fact key={title} name={title}>
            <Word text={limit} />
          </Fact>
        ))}
      </FactList>
      <Fold label={texts.rest}>
        <FactList framed={false}>
          {rest.map((limit) => (
            <Fact key={limit.name} name={limit.name}>
              {[...(isMain(limit) ? [] : [`${limit.words}.`]), limit.gap].join(' ')}
            </Fact>
          ))}
        </FactList>
      </Fold>
      {config.type === 'stdio' && (
        <Button unavailable={block} onClick={() => setOpen(true)}>
          {texts.choice.open}
        </Button>
      )}
      {isOpen && config.type === 'stdio' && (
        <ContainmentChoice server={{ id, name }} config={config} suggested={suggested} onClose={close} />
      )}
    </Row>
  )
}
