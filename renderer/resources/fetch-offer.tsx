import { useState } from 'react'
import { useSession } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { resources } from '../strings/resources.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Word } from '../ui/third-party/ext.tsx'

const words = resources.fetch

type FetchOfferProps = { uri: string; from: string; onFetch(): void }

/** Offers to fetch what a server names but doesn't read, and asks first, with the whole address. */
export function FetchOffer({ uri, from, onFetch }: FetchOfferProps) {
  const [isOpen, setOpen] = useState(false)
  const isReadOnly = useSession()?.right === 'read'
  const url = URL.parse(uri)
  if (url?.protocol !== 'https:') return null
  const close = (): void => setOpen(false)
  return (
    <>
      <div className="row">
        <Button unavailable={isReadOnly ? resources.picker.readOnly : undefined} onClick={() => setOpen(true)}>
          {words.offer}
        </Button>
      </div>
      {isOpen && (
        <Dialog
          open
          title={words.title}
          onClose={close}
          footer={
            <>
              <Button onClick={close}>{words.leave}</Button>
              <Button
                onClick={() => {
                  close()
                  onFetch()
                }}
              >
                {words.fetch}
              </Button>
            </>
          }
        >
          <p>
            <Phrase text={words.address} slots={{ server: <b>{from}</b> }} />
          </p>
          <code className="mono breaks block">
            <Word text={url.href} />
          </code>
          <p className="small ink2">
            <Phrase text={words.explain} slots={{ host: <Word text={url.host} /> }} />
          </p>
        </Dialog>
      )}
    </>
  )
}
