import { rapport } from '../../../rapport'

const answer = async (request: Request) => (await rapport()).api.fetch(request)
export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
