/** The access matrix: all callers at all routes and methods. Its parts share one system, which takes seconds to start. */
import './routes.js';
import './methods.js';
import './foreign/foreign-ids.js';
import './deletion.js';
