import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../support/postgres.setup.ts'

const run = promisify(execFile)
const START_MS = 10_000

/** Why these tests are skipped on a machine; undefined where they run. */
export function dovecotMissing(): string | undefined {
  try {
    const version = execFileSync('dovecot', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return version.startsWith('2.3.') ? undefined : `is configured for Dovecot 2.3, and this is ${version.trim()}`
  } catch {
    return 'Dovecot is not installed (apt-get install dovecot-imapd)'
  }
}

/** A real server of IMAP on 127.0.0.1, with the account of one user, `ada`, whose password is `secret`. */
export class Dovecot {
  readonly port: number
  readonly #folder: string
  readonly #owner: string
  readonly #process: ChildProcess
  #delivered = 0

  private constructor(port: number, folder: string, owner: string, child: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#owner = owner
    this.#process = child
  }

  static async start(): Promise<Dovecot> {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'rapport-dovecot-')), await freePort()]
    // It serves nobody as root.
    const { uid, username } = userInfo()
    const [owner, group] = uid === 0 ? ['nobody', 'nogroup'] : [username, (await run('id', ['-gn'])).stdout.trim()]
    await chmod(folder, 0o755)
    await mkdir(join(folder, 'mail'))
    await writeFile(join(folder, 'users'), 'ada:{PLAIN}secret::::::\n')
    await writeFile(join(folder, 'dovecot.conf'), settings(folder, { port, owner, group }))
    if (uid === 0) await run('chown', [`${owner}:${group}`, join(folder, 'mail')])
    const child = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
    const server = new Dovecot(port, folder, owner, child)
    await server.#answers()
    return server
  }

  /** Delivers a message as a server of mail does, unread. */
  async deliver(raw: Buffer, folder = ''): Promise<void> {
    this.#delivered += 1
    const [box, name] = [join(this.#folder, 'mail', 'ada', folder), `${Date.now()}.${this.#delivered}.test`]
    await writeFile(join(box, 'tmp', name), raw)
    if (userInfo().uid === 0) await run('chown', [this.#owner, join(box, 'tmp', name)])
    await run('mv', [join(box, 'tmp', name), join(box, 'new', name)])
  }

  /** The messages of a folder that are marked as read. */
  async read(folder = ''): Promise<readonly string[]> {
    return (await readdir(join(this.#folder, 'mail', 'ada', folder, 'cur'))).filter((name) => /:2,.*S/.test(name))
  }

  /** Gives all messages other numbers, as a server does that was restored. */
  async renumber(): Promise<void> {
    const lists = ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache', 'dovecot-uidvalidity']
    for (const list of lists) await rm(join(this.#folder, 'mail', 'ada', list), { force: true })
  }

  /** What it has written of what went wrong. */
  async log(): Promise<string> {
    return await readFile(join(this.#folder, 'log'), 'utf8')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGTERM')
    if (this.#process.exitCode === null && this.#process.signalCode === null) await once(this.#process, 'exit')
    await rm(this.#folder, { recursive: true, force: true })
  }

  // Nothing tells of its start but that it answers.
  async #answers(): Promise<void> {
    const end = Date.now() + START_MS
    while (!(await greets(this.port))) {
      if (Date.now() > end || this.#process.exitCode !== null) throw new Error(`Dovecot does not start:\n${await this.log()}`)
      await delay(20)
    }
  }
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const settings = (folder: string, { port, owner, group }: { readonly port: number; readonly owner: string; readonly group: string }) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_login_user = ${owner}
default_internal_user = ${owner}
default_internal_group = ${group}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner} gid=${group} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Drafts {
    special_use = \\Drafts
    auto = subscribe
  }
}
`
