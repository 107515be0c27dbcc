import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const time = (year: number): Buffer => der(0x17, Buffer.from(`${year % 100}0101000000Z`))

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const named = (name: string): Buffer => sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(name)))))
const hostName = (host: string): Buffer =>
  sequence(hex('0603551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))
const isAuthority = sequence(hex('0603551d13'), hex('0101ff'), der(0x04, sequence(hex('0101ff'))))

type Signer = { name: string; privateKey: KeyObject }

/** A certificate as PEM (RFC 5280, section 4.1). */
function certify(subject: { name: string; publicKey: KeyObject; extension: Buffer }, by: Signer): string {
  const body = sequence(
    der(0xa0, hex('020102')),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    named(by.name),
    sequence(time(2020), time(2049)),
    named(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subject.extension)),
  )
  const signature = der(0x03, hex('00'), sign('sha256', body, by.privateKey))
  const pem = sequence(body, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A new key and a self-signed certificate for `host`, both as PEM. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = newKeys()
  const cert = certify({ name: host, publicKey, extension: hostName(host) }, { name: host, privateKey })
  return { key: pemOf(privateKey), cert }
}

/** The same, signed by an authority that no system knows; `authority` is its own certificate. */
export function signedPrivately(host: string): { key: string; cert: string; authority: string } {
  const own = newKeys()
  const company = { name: 'A company', ...newKeys() }
  const cert = certify({ name: host, publicKey: own.publicKey, extension: hostName(host) }, company)
  return { key: pemOf(own.privateKey), cert, authority: certify({ ...company, extension: isAuthority }, company) }
}
