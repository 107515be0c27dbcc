import { isThroughCompany } from '../../../shared/config/server-config.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { useHost } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { prompts } from '../../strings/prompts.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { settings } from '../../strings/settings.ts'
import { Page } from '../../ui/page/page.tsx'
import { Row } from '../edit/row.tsx'
import { AppUse, KnownFolders, ModelUse } from '../edit/server-shares.tsx'
import { ContainmentRow } from './containment-row.tsx'
import { ServerInstructions } from './server-instructions.tsx'
import { SignInRow } from './server-sign-in.tsx'
import { ServerTrust } from './server-trust.tsx'

const words = serverDetail

/** The user's decisions about a server: its reach, its requests and its command. */
export function ServerAccess({ server }: { server: ServerSummary }) {
  const { id, config, state, ask } = server
  const launch = useHost((host) => consentOf(host, id).trusted)
  const isSignedIn = useHost((host) => consentOf(host, id).signedIn !== undefined)
  return (
    <Page>
      <div>
        {config && <ContainmentRow server={server} config={config} />}
        <Approvals server={id} />
        {(isSignedIn || (isThroughCompany(config) && state.status.state === 'ready')) && <SignInRow server={server} />}
        {config && <KnownFolders server={server} config={config} />}
        {config && <ModelUse server={server} config={config} />}
        {config && config.type !== 'playground' && <AppUse server={server} config={config} />}
        {config?.type === 'stdio' && launch && (
          <Row title={words.trust.title}>
            <ServerTrust id={id} launch={launch} />
          </Row>
        )}
        {!ask && state.instructions !== undefined && (
          <Row title={prompts.instructions.title}>
            <ServerInstructions server={server} hash={state.instructions} />
          </Row>
        )}
      </div>
    </Page>
  )
}

/** Whether calls to it are asked about, and the rules that answer for the user. */
function Approvals({ server }: { server: string }) {
  const rules = useHost(
    (state) => Object.values(state.rules).filter((rule) => rule.server === server && rule.effect === 'allow').length,
  )
  return (
    <Row title={settings.parts.approvals}>
      {rules === 0 ? (
        <p>{words.trust.asks}</p>
      ) : (
        <p>
          {words.trust.asksExcept(rules)}{' '}
          <a href={href({ page: 'settings', part: 'approvals' })}>{words.trust.rules}</a>
        </p>
      )}
    </Row>
  )
}
