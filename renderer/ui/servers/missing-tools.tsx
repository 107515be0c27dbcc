import { displayName } from '../../../shared/config/server-config.ts'
import { toolsGap } from '../../../shared/state/server-state.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { href } from '../../state/routes.ts'
import { useHost } from '../../state/replica.ts'
import { ui } from '../../strings/ui.ts'
import { Note } from '../note.tsx'

const words = ui.missingTools

/** Says of each ready server whose tools haven't all arrived, where its tools are chosen, which one it is and why. */
export function MissingTools() {
  const missing = useHost(missingIn, isSame)
  return missing.map(({ server, name, why }) => (
    <Note key={server} kind="no" quiet action={<a href={href({ page: 'servers', server })}>{words.open}</a>}>
      {words.of(name)} {why}
    </Note>
  ))
}

type Missing = { server: string; name: string; why: string }

/** The server's page names tools beyond a limit. */
function missingIn({ servers, configured }: Pick<HostState, 'servers' | 'configured'>): Missing[] {
  return Object.entries(servers).flatMap(([server, state]) => {
    const why = toolsGap(state)
    return why === undefined ? [] : [{ server, name: displayName(server, configured.servers[server]), why }]
  })
}

const isSame = (a: Missing[], b: Missing[]): boolean => JSON.stringify(a) === JSON.stringify(b)
