"""Small parts that screens are made of; each module brings its own kv file where it has one."""
