import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Engine } from 'rapport-crm'
import { mount } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'

const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const crm = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write']) })

@Controller('sign-up')
class SignUp {
  @Post()
  @HttpCode(200)
  add(@Body() body: { email: string }) {
    return crm.contacts.create(body)
  }
}

@Module({ controllers: [SignUp] })
class App {}

const app = await NestFactory.create(App)
app.use(mount(engine, { base: '/crm' }).node)
await app.listen(process.env['PORT'] ?? 3000)
