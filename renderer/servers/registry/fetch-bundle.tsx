import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { navigate } from '../../state/routes.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Word } from '../../ui/third-party/ext.tsx'

const words = registryPage.ways

type FetchBundleProps = { name: string; version: string; at: number; url: string }

/** Downloads a bundle after a press, and goes to its review. */
export function FetchBundle({ url, ...wanted }: FetchBundleProps) {
  const link = useLink()
  const block = useAdminBlock()
  const fetching = useAction(async () => {
    const { sha256 } = await link.call('fetchRegistryBundle', wanted)
    navigate({ page: 'bundle', sha256 })
  })
  return (
    <>
      <Note
        action={
          <Button busy={fetching.busy} unavailable={block} onClick={() => void fetching.run()}>
            {words.fetchBundle}
          </Button>
        }
      >
        {words.bundleHelp} <Word text={url} />
      </Note>
      {fetching.problem && <Note kind="no">{fetching.problem}</Note>}
    </>
  )
}
