import { describe, expect, test } from 'vitest'
import { externalAddress } from '../../../main/shells/electron/external.ts'
import { desktopWords as words } from '../../../main/shells/electron/words.ts'

const detailOf = (written: string): string => externalAddress(written)?.confirmation.detail ?? ''

/** Each starts a program, reads a file, or leads to a page that isn't on the web. */
const refused = `about:blank
about:srcdoc
acrobat:/x
afp://host/share
atrium://app/
bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa
blob:https://example.com/1-2-3
calculator:
chrome://settings
chrome-extension://abc/page.html
content://media/1
cursor://anysphere.cursor-deeplink/mcp/install?config=e30=
data:text/html,<script>alert(1)</script>
devtools://devtools/bundled/inspector.html
dict://host/d:word
facetime:user@example.com
feed:https://example.com/
file:///etc/passwd
file://host/share/x.exe
filesystem:https://example.com/temporary/x
ftp://example.com/x
ftps://example.com/x
geo:1,2
git+ssh://git@example.com/x
git://example.com/x
gopher://example.com/
help:x
imap://example.com/
intent://scan/#Intent;scheme=zxing;end
irc://example.com/room
itms-apps://x
jar:https://example.com/x.jar!/
javascript:alert(1)
JavaScript:alert(1)
ldap://example.com/x
magnet:?xt=urn:btih:x
market://details?id=x
mcp://example.com/
mhtml:https://example.com/
mk:@MSITStore:c:\\x.chm::/x.htm
ms-appinstaller:?source=https://example.com/x.appx
ms-cxh-full://0
ms-excel:ofe|u|https://example.com/x.xls
ms-msdt:/id PCWDiagnostic
ms-officecmd:%7B%7D
ms-search:query=x
ms-settings:privacy
ms-word:ofe|u|https://example.com/x.doc
news:comp.lang.c
nfs://host/x
nntp://example.com/x
onenote:https://example.com/x
openvpn://import-profile/https://example.com/x
pop://example.com/
res://shell32.dll/x
rdp://full%20address=s:example.com
rtsp://example.com/x
search-ms:query=x&crumb=location:\\\\example.com\\x
sftp://example.com/x
shell:startup
sip:user@example.com
skype:user?call
slack://open
smb://example.com/share
sms:+100
ssh://example.com/
steam://run/1
tel:+100
telnet://example.com/
urn:isbn:1
vbscript:msgbox(1)
view-source:https://example.com/
vnc://example.com/
vscode://file/etc/passwd
vscode-insiders:mcp/install?%7B%7D
webcal://example.com/x
ws://example.com/
wss://example.com/
x-apple.systempreferences:
xmpp:user@example.com
zoommtg://zoom.us/join`.split('\n')

describe('a forbidden address', () => {
  test.each(refused)('[ELE-1] is refused: %s', (written) => {
    expect(externalAddress(written)).toBeUndefined()
  })

  test.each([
    ['empty', ''],
    ['a path', '/etc/passwd'],
    ['a name without a scheme', 'example.com'],
    ['a Windows share', String.raw`\\example.com\share`],
    ['a name in front of the host', 'https://example.com@evil.example/'],
    ['a password in front of the host', 'https://user:password@evil.example/'],
    ['without a host', 'https://'],
    ['too long to read to its end', `https://example.com/?${'a'.repeat(1500)}`],
    ['too long after encoding', `https://example.com/?${'ä'.repeat(1000)}`],
    ['an email without a recipient', 'mailto:'],
    ['an email to two recipients', 'mailto:a@example.com,b@example.com'],
    ['an email with a quote, which ends an argument', 'mailto:a"b@example.com'],
    ['an email with a blank', 'mailto:a%20--attach%20/etc/passwd@example.com'],
  ])('[ELE-1] is refused if it is %s', (_what, written) => {
    expect(externalAddress(written)).toBeUndefined()
  })
})

describe('an allowed address', () => {
  test.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['  HTTPS://EXAMPLE.com:443/a b"c<d>\n', 'https://example.com/a%20b%22c%3Cd%3E'],
    [String.raw`https:\\example.com\a`, 'https://example.com/a'],
    ['http://example.com', 'http://example.com/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['https://еxample.com/', 'https://xn--xample-2of.com/'],
    ['mailto:a.b+c@example.com', 'mailto:a.b+c@example.com'],
  ])('[ELE-2] is opened from %j as %s', (written, address) => {
    expect(externalAddress(written)?.address).toBe(address)
    expect(detailOf(written).split('\n')[0]).toBe(address)
  })

  test('[ELE-2] keeps an email’s subject and text, without headers that could attach or copy', () => {
    const mail = "mailto:a@example.com?subject=A%20'B'&attach=/etc/passwd&cc=c@example.com&BCC=d@example.com&body=C%26D"
    expect(externalAddress(mail)?.address).toBe('mailto:a@example.com?subject=A%20%27B%27&body=C%26D')
  })

  test('[ELE-2] is confirmed with its host and the necessary warnings', () => {
    expect(externalAddress('https://example.com:8443/x')?.confirmation.question).toBe(
      words.outside.page('example.com:8443'),
    )
    expect(detailOf('https://example.com/')).toBe('https://example.com/')
    expect(detailOf('https://аpple.com/')).toContain('The host reads as “аpple.com”')
    expect(detailOf('http://example.com/')).toContain(words.outside.notEncrypted)
    for (const near of ['localhost:3000', '127.0.0.1', '[::1]', '10.0.0.1', 'router', 'printer.local', 'nas.lan'])
      expect(detailOf(`https://${near}/`), near).toContain(words.outside.nearby)
    expect(detailOf('https://10.example.com/')).not.toContain('network')
  })
})
