export default fromNodeMiddleware((req, res, next) => void rapport.then(({ api }) => api.node(req, res, next), next))
