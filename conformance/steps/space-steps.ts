import { randomBytes } from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { Data, Reply } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import * as postShapes from '../schemas/posts.ts'
import * as spaceShapes from '../schemas/spaces.ts'
import type { World } from '../world.ts'

/** Requests about one space. */
export class TestSpace {
  readonly world: World
  readonly space: spaceShapes.Space
  readonly path: string

  constructor(world: World, space: spaceShapes.Space) {
    this.world = world
    this.space = space
    this.path = `/spaces/${space.handle}`
  }

  ask(who: Identity, method: string, below = '', payload?: Data): Promise<Reply> {
    return this.world.call(who, method, `${this.path}${below}`, payload)
  }

  async read(who: Identity): Promise<spaceShapes.Space> {
    return requireStatus(await this.ask(who, 'GET'), 200).as(spaceShapes.space)
  }

  async join(who: Identity) {
    return requireStatus(await this.ask(who, 'POST', '/join'), 200).as(spaceShapes.member)
  }

  async leave(who: Identity): Promise<void> {
    requireStatus(await this.ask(who, 'POST', '/leave'), 200)
  }

  postAs(who: Identity, more: Data = {}): Promise<Reply> {
    const payload = { content: this.world.text('in a space'), space_handle: this.space.handle, ...more }
    return this.world.call(who, 'POST', '/posts', payload)
  }

  async post(who: Identity, more: Data = {}): Promise<postShapes.Post> {
    return requireStatus(await this.postAs(who, more), 201).as(postShapes.post)
  }

  permit(who: Identity, memberId: string, permissions: Data): Promise<Reply> {
    return this.ask(who, 'PUT', `/members/${memberId}/permissions`, permissions)
  }
}

/** A handle that no other call returns. */
export const newSpaceHandle = (word: string): string => `${word}-${randomBytes(5).toString('hex')}`

export async function createSpace(world: World, creator: Identity, more: Data = {}): Promise<TestSpace> {
  const given = { handle: newSpaceHandle('room'), name: 'A room', ...more }
  return new TestSpace(
    world,
    requireStatus(await world.call(creator, 'POST', '/spaces', given), 201).as(spaceShapes.space),
  )
}
